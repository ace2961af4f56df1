import type { Failure } from './attempt.ts'
import type { Configuration } from './request.ts'

/** Sentences on what is not as it was asked for: attempts that failed, and what the product has changed by itself. */
export function notesOn(name: string, failures: Failure[], asked: Configuration, got: Configuration): string[] {
  const change = <S extends keyof Configuration>(setting: S) =>
    asked[setting] === null || asked[setting] === got[setting]
      ? []
      : [`${name} was asked for ${ASKED[setting](asked[setting])} and has ${got[setting] ?? 'not said what it has'}.`]
  return [
    ...failures.map((failure) => `${name} did not start with ${told(failure)}; ${asked.vmType} was tried next.`),
    ...[...change('vmType'), ...change('mountType'), ...change('cpus'), ...change('memory')],
  ]
}

/** A failed attempt, as a part of a sentence. */
export function told({ vmType, failure }: Failure): string {
  return `${vmType} (${failure})`
}

const ASKED: { [Setting in keyof Configuration]: (value: Configuration[Setting]) => string } = {
  vmType: (type) => `the VM type ${type}`,
  mountType: (type) => `the mount type ${type}`,
  cpus: (cpus) => `${cpus} CPUs`,
  memory: (bytes) => `${bytes} bytes of memory`,
}
