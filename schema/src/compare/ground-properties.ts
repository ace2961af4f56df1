import type { Environment, RunDocument, StorageLocation } from '../run.v1.generated.ts'
import {
  compareProperty,
  MEMORY,
  type PropertyComparison,
  type PropertyValue,
  type Subject,
} from './property-comparison.ts'

/**
 * The properties of the file systems and processes of two runs, by engine. How long a run rested, and what it found
 * removed, belongs to the moment and is not compared. Empty unless both documents record such properties.
 */
export function groundProperties(a: RunDocument, b: RunDocument): PropertyComparison[] {
  return [
    ...matched(a.storage, b.storage, ({ engine, location }) => `${location} of ${engine ?? 'the host'}`).flatMap(
      ([of, own, other]) => storageProperties(of, own, other),
    ),
    ...matched(a.environments, b.environments, ({ engine }) => engine ?? 'the host').flatMap(([of, own, other]) =>
      environmentProperties(of, own, other),
    ),
  ]
}

function storageProperties(name: string, a: StorageLocation, b: StorageLocation): PropertyComparison[] {
  const of: Subject = { kind: 'storage', name }
  const property = (what: string, read: (location: StorageLocation) => PropertyValue) =>
    compareProperty(what, read(a), read(b), { of })
  return [
    property('file system', ({ filesystem }) => filesystem),
    property('journal', ({ journal }) => journal),
    property('seconds between commits', ({ commitInterval }) => commitInterval),
    property('discard', ({ discard }) => discard),
    property('on the device of native', ({ sameDeviceAsHost }) => sameDeviceAsHost),
  ]
}

function environmentProperties(name: string, a: Environment, b: Environment): PropertyComparison[] {
  const of: Subject = { kind: 'processes', name }
  const property = (what: string, read: (environment: Environment) => PropertyValue, more = {}) =>
    compareProperty(what, read(a), read(b), { of, ...more })
  return [
    property('C library', ({ libc }) => libc),
    property('CPUs of a process', ({ cpus }) => cpus),
    property('CPU limit', ({ cpuLimit }) => cpuLimit),
    property('memory limit', ({ memoryLimit }) => memoryLimit, MEMORY),
    property('system calls filtered', ({ seccomp }) => seccomp),
    property('memory touched first', ({ firstTouch }) => firstTouch),
  ]
}

/** The items with the same name in both lists. */
function matched<T>(a: readonly T[] = [], b: readonly T[] = [], nameOf: (item: T) => string): [string, T, T][] {
  return a.flatMap((own) => {
    const other = b.find((item) => nameOf(item) === nameOf(own))
    return other === undefined ? [] : [[nameOf(own), own, other] as [string, T, T]]
  })
}
