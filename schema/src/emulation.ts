import type { Engine } from './run.v1.generated.ts'

/**
 * The ids of the engines whose CPU is emulated in software (QEMU's `tcg`). Their times are true of the emulator alone:
 * they are compared with each other, and with nothing outside that engine.
 */
export function emulatedEngines(engines: readonly Engine[]): Set<string> {
  return new Set(engines.filter(isEmulated).map(({ id }) => id))
}

function isEmulated({ effective }: Engine): boolean {
  return effective.accelerator?.value === 'tcg'
}
