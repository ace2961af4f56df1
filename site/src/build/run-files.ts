import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { BURIED_EXTENSIONS, RUN_EXTENSIONS } from '../run-page/extensions.ts'
import type { Registry } from '../store/registry.ts'
import { examineStatements, isBuried, listStated, statementFile } from '../store/statements.ts'

/** What says, in a built site, from what each file of a run was made. */
export const RECORD = '.plimsoll-runs'

/** A file of a run, and what makes it what it is. */
export interface Made {
  /** Names the document's bytes, its statements and the registry's address together. */
  inputs: string
  /** SHA-256 of the file. */
  hash: string
  /** Of the file when it was made: while both are the same, it was not touched. Bytes, and ms since 1970. */
  size: number
  modified: number
}

/** Which files of runs are taken over from the site that is there, and which are made. */
export interface RunPlan {
  kept: Map<string, Made>
  /** File names below `/runs`, with what names their inputs. */
  due: Map<string, string>
}

/**
 * A file of a run is made once. It is made again only where its document, its statements or the registry's address
 * are others, and where it is gone or no longer what was made: never for another style, template or analysis, with
 * which old files stay as they were. @param runs what names the stored bytes of each run, by its id
 */
export function planRuns(registry: Registry, runs: Map<string, string>, site: string, baseUrl: string | null): RunPlan {
  const made = readRecord(site)
  const plan: RunPlan = { kept: new Map(), due: new Map() }
  for (const [id, inputs] of inputsOf(registry, runs, baseUrl)) {
    for (const extension of runs.has(id) ? RUN_EXTENSIONS : BURIED_EXTENSIONS) {
      const name = `${id}.${extension}`
      const known = made.get(name)
      const kept = known?.inputs === inputs ? check(path.join(site, 'runs', name), known) : null
      if (kept === null) plan.due.set(name, inputs)
      else plan.kept.set(name, kept)
    }
  }
  return plan
}

/** Notes in a site from what each of its files of runs was made. */
export function writeRecord(site: string, { kept, due }: RunPlan): void {
  const made = [...due].map(([name, inputs]): [string, Made] => [name, noteOf(path.join(site, 'runs', name), inputs)])
  writeFileSync(path.join(site, RECORD), formatRecord([...kept, ...made]))
}

/** What was noted in a site of each of its files of runs, by their names below `/runs`. */
export function readRecord(site: string): Map<string, Made> {
  const file = path.join(site, RECORD)
  if (!existsSync(file)) return new Map()
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
  return new Map(
    lines.map((line) => {
      const [name = '', inputs = '', hash = '', size, modified] = line.split(' ')
      return [name, { inputs, hash, size: Number(size), modified: Number(modified) }]
    }),
  )
}

/** The text that is the record of some files. */
export function formatRecord(files: Iterable<[name: string, made: Made]>): string {
  const lines = [...files].map(([name, { inputs, hash, size, modified }]) =>
    [name, inputs, hash, size, modified].join(' '),
  )
  return lines
    .sort()
    .map((line) => `${line}\n`)
    .join('')
}

function* inputsOf(
  registry: Registry,
  runs: Map<string, string>,
  baseUrl: string | null,
): Generator<[id: string, inputs: string]> {
  const buried = listStated(registry).filter((id) => !runs.has(id) && isTold(registry, id))
  for (const [id, stored] of [...runs, ...buried.map((id) => [id, ''] as const)]) {
    yield [id, inputsOfRun(registry, id, stored, baseUrl)]
  }
}

/** Names what the files of a run are made from. @param stored names the bytes of its document; empty: it has none */
export function inputsOfRun(registry: Registry, id: string, stored: string, baseUrl: string | null): string {
  const file = statementFile(registry, id)
  const statements = existsSync(file) ? readFileSync(file) : ''
  return digest(JSON.stringify([stored, digest(statements), baseUrl]))
}

/** Of a run that was taken out, a page says so: where nothing else that was said of it is damaged. */
function isTold(registry: Registry, id: string): boolean {
  const { statements, faults } = examineStatements(registry, id)
  return faults.length === 0 && isBuried(statements)
}

/** As git does: a file of the size and time that were noted is the one; another is looked at. */
function check(file: string, known: Made): Made | null {
  const status = statSync(file, { throwIfNoEntry: false })
  if (status === undefined || status.size !== known.size) return null
  if (status.mtimeMs === known.modified) return known
  const note = noteOf(file, known.inputs)
  return note.hash === known.hash ? note : null
}

function noteOf(file: string, inputs: string): Made {
  const { size, mtimeMs } = statSync(file)
  return { inputs, hash: digest(readFileSync(file)), size, modified: mtimeMs }
}

function digest(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}
