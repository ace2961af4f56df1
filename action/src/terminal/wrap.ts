const LINE_LENGTH = 100

/** Wraps a text into lines of readable length, or of a smaller width. All lines but the first are indented. */
export function wrap(text: string, width: number): string {
  const length = Math.min(LINE_LENGTH, width)
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) as string
    if (line !== '' && line.length + 1 + word.length > length) lines.push(`  ${word}`)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines.join('\n')
}
