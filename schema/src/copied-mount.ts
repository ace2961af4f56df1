import type { Benchmark, RunDocument } from './run.v1.generated.ts'

/**
 * Whether the engine of a benchmark copies the files of a bind mount in the background (synchronized file shares). The timer
 * stops before the copy is complete, so the time leaves out a part of the work.
 */
export function isCopiedMount({ engine, scenario }: Benchmark, { engines }: Pick<RunDocument, 'engines'>): boolean {
  const mount = engines.find(({ id }) => id === engine)?.effective.mountType.value
  return scenario.startsWith('bind') && /^synchroni[sz]ed\b/.test(mount ?? '')
}
