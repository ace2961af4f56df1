import type { Engine } from './run.v1.generated.ts'

/**
 * The ids of the engines whose CPU is emulated in software (QEMU's `tcg`). The times of such an engine are compared
 * only with other times of the same engine.
 */
export function emulatedEngines(engines: readonly Engine[]): Set<string> {
  return new Set(engines.filter(isEmulated).map(({ id }) => id))
}

function isEmulated({ effective }: Engine): boolean {
  return effective.accelerator?.value === 'tcg'
}
