/**
 * The lines of a program's output that say what is wrong: the first errors, each with the two lines below it, and the
 * last lines. Where lines are left out, there is one line `…`. Without known errors, these are the last lines.
 * @param most the maximum number of lines, besides `…`
 */
export function errorLines(output: string, most: number): string[] {
  const lines = withoutFrames(plainLines(output))
  if (lines.length <= most) return lines
  const errors = atErrors(lines)
  const last = lines.length - (errors.length === 0 ? most : Math.max(1, Math.floor(most / 3)))
  const kept = new Set<number>()
  const seen = new Set<string>() // A builder repeats the output of the step that failed.
  for (const error of errors) {
    const line = lines[error] as string
    if (seen.has(line) || error >= last) continue
    seen.add(line)
    for (let at = error; at < Math.min(error + 3, last); at++)
      if (kept.size < most - (lines.length - last)) kept.add(at)
  }
  for (let at = last; at < lines.length; at++) kept.add(at)
  const sorted = [...kept].sort((a, b) => a - b)
  return sorted
    .flatMap((at, index) => (at === (sorted[index - 1] ?? -1) + 1 ? [] : [LEFT_OUT]).concat(lines[at] ?? ''))
    .filter((line, index, shown) => line !== LEFT_OUT || shown[index - 1] !== LEFT_OUT)
}

/**
 * The sentence of a text that `withErrorLines` made, and fewer of the lines below it.
 * @param most the maximum number of lines below the sentence, besides `…`
 */
export function fewerErrorLines(text: string, most: number): { sentence: string; lines: string[] } {
  const [sentence = '', ...output] = text.split('\n')
  return { sentence, lines: errorLines(output.map((line) => line.replace(/^ {2}/, '')).join('\n'), most) }
}

/**
 * A sentence, and below it the lines of a program's output that say what is wrong. The lines are indented, so that a
 * program can tell where the sentence begins.
 * @param length the maximum length of a line
 */
export function withErrorLines(sentence: string, output: string, length = 1000): string {
  return [sentence, ...errorLines(output, MAX_LINES).map((line) => `  ${line.slice(0, length)}`)].join('\n')
}

/**
 * Describes the failure of a program: what it could not do and its first error, and below them more lines of its output
 * if there are more.
 * @param otherwise replaces the error of a program that printed nothing
 */
export function describeFailure(what: string, output: string, otherwise: string): string {
  const lines = plainLines(output)
  const sentence = `${what}: ${lines[atErrors(lines)[0] ?? lines.length - 1] ?? otherwise}`
  return lines.length > 1 ? withErrorLines(sentence, output) : sentence
}

/** The maximum number of lines of a program's output in an error. */
const MAX_LINES = 40

/** Stands for the lines that `errorLines` leaves out. */
export const LEFT_OUT = '…'

/** The lines that a terminal shows at the end, without colours, empty lines, rules and BuildKit's prefixes. */
function plainLines(output: string): string[] {
  return output
    .replaceAll(ANSI, '')
    .split('\n')
    .map((line) => (line.trimEnd().split('\r').at(-1) ?? '').replace(/^(?:#\d+ )?\d+\.\d+ (?!\S*\.\S*$)/, ''))
    .filter((line) => /[^\s-]/.test(line) && !/^(?:npm (?:error|ERR!)|\[ERROR\])$/.test(line))
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with the escape character
const ANSI = /\u001b\[[0-9;?]*[A-Za-z]/g

/** Leaves out the frames of a stack of Node, Java, Ruby or PHP, except the first two. */
function withoutFrames(lines: string[]): string[] {
  const isFrame = (line: string | undefined) => /^\s+(?:at|from) \S|^#\d+ (?:\/|\[internal)/.test(line ?? '')
  return lines.flatMap((line, at) => {
    if (![at, at - 1, at - 2].every((index) => isFrame(lines[index]))) return [line]
    return isFrame(lines[at - 3]) ? [] : [LEFT_OUT]
  })
}

/** The indexes of the lines that say what is wrong: in the words of a known tool, or otherwise in words for a failure. */
function atErrors(lines: readonly string[]): number[] {
  const matching = (patterns: readonly RegExp[]) =>
    lines.flatMap((line, at) => (!NO_ERROR.test(line) && patterns.some((error) => error.test(line)) ? [at] : []))
  const known = matching(ERRORS)
  return known.length > 0 ? known : matching(FAILURE_WORDS)
}

/** Matches the commands that builders print before they run them, and messages of compilers that are not errors. */
const NO_ERROR =
  /^Step \d+\/\d+ :|^#\d+ \[| > \[|^(?:executor failed|The command '|DEPRECATED)|: (?:warning|note):|\b(?:0|no) (?:errors|failures|failed)\b/

const ERRORS = [
  /\berror(?:\[\w+\]| [A-Z]+\d+)?:/i, // gcc, rustc, javac, tsc, builders
  /^(?:\w+(?:\.|::))*\w*(?:Error|Exception)\b(?:.*:|$)|^Uncaught .*(?:Error|Exception)\b/, // Node, Python, Java, PHP
  /\((?:\w+::)*\w*(?:Error|Exception)\)$|^(?:\w+::)+[A-Z]\w+: |aborted!$|^\*\* \(\w/, // Ruby, Rails, Elixir
  /^(?:E: |npm (?:error|ERR!) |\[ERROR\] |panic: |fatal: |Caused by: |\* What went wrong:|CMake Error|E {3}\S|FAILED \S| ERR_[A-Z]|thread '.*' panicked)/,
  /^\S+\.\w+:\d+(?::\d+)?: \S/, // Go, linters
  /undefined reference to|No such file or directory|command not found|: not found$|Permission denied|No space left/,
  /^(?:Killed|Segmentation fault)|^\s*--- FAIL|^not ok \d|\*\*\* .*Error \d/, // signals, tests, make
]

/** Matches words that other tools use for what went wrong. */
const FAILURE_WORDS = [
  /\b(?:errors?|exception|failed|failure|fatal|abort(?:ed|ing)?|cannot|can't|could not|unable to|forbidden)\b/i,
]
