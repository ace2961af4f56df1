import { readdirSync } from 'node:fs'
import { revealInvisible } from '@plimsoll/schema'
import type { Report } from './report.ts'

/** An output format: one file in `formats/`, named after the format. It exports `render`. */
interface Format {
  /** @param width of the output, in columns */
  render(report: Report, width: number): string
  /** Whether the format is only for the report of one run. */
  forOneRun?: true
}

const names = readdirSync(new URL('./formats/', import.meta.url))
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => name.replace(/\.ts$/, ''))
  .sort()

const formats = new Map(
  await Promise.all(names.map(async (name) => [name, (await import(`./formats/${name}.ts`)) as Format] as const)),
)

/** The names of all formats, for the report of one run. */
export const RUN_FORMATS: readonly string[] = names
/** The names of the formats for every report. */
export const FORMATS: readonly string[] = names.filter((name) => !formats.get(name)?.forOneRun)

/** A report in one of the `RUN_FORMATS`, with the invisible characters in its texts replaced. */
export function render(report: Report, format: string, width = outputWidth()): string {
  const revealed: Report = {
    blocks: () => withRevealedTexts(report.blocks()),
    records: () => withRevealedTexts(report.records()),
    data: () => withRevealedTexts(report.data()),
  }
  return (formats.get(format) as Format).render(revealed, width)
}

/**
 * The value with the invisible characters in its texts replaced. With them, an untrusted document could send commands
 * to a terminal, or look like another one.
 */
function withRevealedTexts<T>(value: T): T {
  const reveal = (_: string, part: unknown) => (typeof part === 'string' ? revealInvisible(part) : part)
  return JSON.parse(JSON.stringify(value, reveal))
}

/** The width of standard output in columns: infinite if it is not a terminal. A terminal without a size counts as 80. */
function outputWidth(): number {
  return process.stdout.isTTY ? process.stdout.columns || 80 : Number.POSITIVE_INFINITY
}
