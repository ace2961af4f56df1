import type { RunDocument } from '@plimsoll/schema'
import { counted } from '@plimsoll/schema'
import { printable } from '../plain-text.ts'

/**
 * The text that is shown before publication: what readers of a published run will see of this machine and this project.
 * The text is in lines for a terminal.
 * @param signed whether the run is signed
 */
export function describeDisclosure(
  document: RunDocument,
  { id, bytes, signed }: { id: string; bytes: number; signed: boolean },
): string[] {
  const { host, engines, source, suite, benchmarks, images, notes, licence } = document
  const samples = benchmarks.reduce((sum, benchmark) => sum + benchmark.samples.length, 0)
  const os = [host.os.name, host.os.version, `kernel ${host.kernel ?? 'unknown'}`, host.architecture].join(', ')
  const cpu = [host.cpu.model, host.cpu.count === null ? null : `${host.cpu.count} CPUs`].filter(Boolean).join(', ')
  const products = engines.map(({ product, version }) => [product, version].filter(Boolean).join(' '))
  return [
    `Run ${id}: ${kilobytes(bytes)}, all of it public, licence ${licence}`,
    `  measured   ${suite.name}, ${counted(benchmarks.length, 'benchmark')}, ${counted(samples, 'sample')}, ${document.startedAt.slice(0, 10)}`,
    `  machine    ${os}`,
    `  processor  ${cpu || 'not stated'}`,
    `  engines    ${products.join(', ') || 'none'}`,
    `  images     ${images.map(({ name }) => name).join(', ') || 'none'}`,
    `  project    ${source === null ? 'not stated' : sourceLine(source)}`,
    ...(notes.length > 0 ? [`  notes      ${notes.length}, written by you or by Plimsoll: read them in the file`] : []),
    ...(signed ? [SIGNATURE] : []),
    '  never in a document: host name, user name, paths of your home, serial numbers, environment',
  ].map((line) => printable(line))
}

const SIGNATURE =
  '  with it    a certificate of the job (repository, workflow, ref, run id …), which a public log keeps for ever'

function sourceLine({ repository, commit, ref, pullRequest }: NonNullable<RunDocument['source']>): string {
  const parts = [repository, commit?.slice(0, 12), ref, pullRequest === null ? null : `pull request ${pullRequest}`]
  return parts.filter((part) => part !== null && part !== undefined).join(', ') || 'not stated'
}

function kilobytes(bytes: number): string {
  return `${Math.max(1, Math.round(bytes / 1000))} kB`
}
