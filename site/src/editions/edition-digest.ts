import { identify } from '@plimsoll/schema'
import { RegistryError } from '../errors.ts'
import type { FrozenEdition } from './edition-formats.ts'

/** Adds the digest of an edition's content. A frozen edition is never edited: a correction is a new edition. */
export function freeze<E extends FrozenEdition>(edition: Omit<E, 'digest'>): E {
  return { ...edition, digest: digest(edition) } as E
}

/** Checks an edition against its digest. @throws RegistryError `edited-edition` */
export function assertFrozen(edition: FrozenEdition): void {
  const { digest: claimed, ...rest } = edition
  if (digest(rest) === claimed) return
  throw new RegistryError(
    'edited-edition',
    `The edition "${edition.name}" was edited after it was frozen. Restore the file, or publish the change as a new edition.`,
  )
}

function digest(content: object): string {
  return identify(content).hash
}
