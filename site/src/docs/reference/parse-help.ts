/** The help text of a command. */
export interface Help {
  usage: string
  description: string
  arguments: Term[]
  options: Term[]
  commands: Term[]
  /** The text below the lists of the help, as Markdown: paragraphs, and examples as a block of code. */
  after: string
}

export interface Term {
  name: string
  description: string
}

/** Parses the `--help` output of commander, which is wrapped at 80 characters. */
export function parseHelp(text: string): Help {
  const blocks = text.trim().split(/\n{2,}/)
  const list = (title: string) => termsOf(blocks.find((block) => block.startsWith(`${title}:\n`)) ?? '')
  const isList = (block: string) => /^(Arguments|Options|Global Options|Commands):\n/.test(block)
  const [usage = '', description = ''] = blocks
  return {
    usage: usage.replace(/^Usage: /, ''),
    description: oneLine(description),
    arguments: list('Arguments'),
    options: list('Options'),
    commands: list('Commands'),
    after: blocks
      .slice(2)
      .filter((block) => !isList(block))
      .map((block) => (block.startsWith(EXAMPLES) ? exampleBlock(block) : oneLine(block)))
      .join('\n\n'),
  }
}

/**
 * Parses a list of the help. Each item is indented by two spaces. Lines with more spaces continue the item's
 * description.
 */
function termsOf(block: string): Term[] {
  const terms: Term[] = []
  for (const line of block.split('\n').slice(1)) {
    const [, name, description = ''] = /^ {2}(\S.*?)(?: {2,}(.*))?$/.exec(line) ?? []
    const last = terms.at(-1)
    if (name !== undefined) terms.push({ name, description })
    else if (last) last.description = `${last.description} ${line.trim()}`.trim()
  }
  return terms
}

/** The first line of a list of calls in a help text. */
const EXAMPLES = 'Examples:\n'

function exampleBlock(block: string): string {
  const lines = block.slice(EXAMPLES.length).split('\n')
  return `Examples:\n\n\`\`\`text\n${lines.map((line) => line.replace(/^ {2}/, '')).join('\n')}\n\`\`\``
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ').trim()
}
