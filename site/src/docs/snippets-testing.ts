/** A fenced code block of a page. */
export interface Snippet {
  language: string
  /**
   * The word after the language. For `sh`, it names why the block cannot run everywhere (`minutes`, `mac` …). For other
   * languages, it is the path of the file that the block shows, if the block shows one.
   */
  word: string
  text: string
  line: number
}

/** Returns the fenced code blocks of a text, in order. */
export function parseSnippets(markdown: string): Snippet[] {
  return [...markdown.matchAll(/^```(\S*)(?: (.*))?\n([\s\S]*?)^```$/gm)].map(
    ([, language = '', word = '', text = ''], index, all) => ({
      language,
      word,
      text,
      line: markdown.slice(0, all[index]?.index).split('\n').length,
    }),
  )
}

/**
 * Returns one script for all blocks of a page. The script runs the shell blocks and writes the files, in the order of
 * the page.
 */
export function composeScript(snippets: readonly Snippet[]): string {
  return snippets.flatMap(stepOf).join('\n')
}

function stepOf({ language, word, text, line }: Snippet): string[] {
  if (language === 'sh' && word === '') return [`echo "line ${line}" >&2`, text]
  if (!isFile({ word })) return []
  const folder = word.includes('/') ? word.slice(0, word.lastIndexOf('/')) : '.'
  return [`mkdir -p ${folder}`, `cat > ${word} <<'END OF ${line}'\n${text}END OF ${line}`]
}

/** Whether a block is a file to write. The word after its language is then a path. */
export function isFile({ word }: Pick<Snippet, 'word'>): boolean {
  return /[./]|^Dockerfile$/.test(word)
}

/**
 * Returns the calls of this project's commands in a text: for each call the words up to the first flag, and the flags.
 */
export function commandCalls(text: string): { words: string[]; flags: string[] }[] {
  const lines = text.replaceAll('\\\n', ' ').split(/\n|&&|\|\|?|;/)
  return lines.flatMap((line) => {
    const call = /(?:^|\s)(plimsoll(?:-registry)?)(\s.*)?$/.exec(line)
    if (call === null) return []
    // After `--`, the words are those of a command to measure.
    const [own = ''] = (call[2] ?? '').split(/\s--(?:\s|$)/)
    const rest = own.trim().split(/\s+/)
    // A further word with a hyphen is the name of an edition.
    const isWord = (word: string, at: number) => (at === 0 ? /^[a-z]+(-[a-z]+)*$/ : /^[a-z]+$/).test(word)
    const words = rest.slice(0, rest.findIndex((word, at) => !isWord(word, at)) >>> 0)
    return [{ words: [call[1] ?? '', ...words], flags: rest.filter((word) => word.startsWith('--')) }]
  })
}
