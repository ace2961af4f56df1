import { identify } from '@plimsoll/schema'
import { RegistryError } from '../errors.ts'
import type { FrozenEdition } from './frozen.ts'

/** Names an edition by its own content. A frozen edition is never edited: a correction is another edition. */
export function freeze<E extends FrozenEdition>(edition: Omit<E, 'digest'>): E {
  return { ...edition, digest: digest(edition) } as E
}

/** Throws `edited-edition` when an edition no longer is what its digest says. */
export function assertFrozen(edition: FrozenEdition): void {
  const { digest: claimed, ...rest } = edition
  if (digest(rest) === claimed) return
  throw new RegistryError(
    'edited-edition',
    `The edition "${edition.name}" was edited after it was frozen; put it back, or publish the change as another edition.`,
  )
}

function digest(content: object): string {
  return identify(content).hash
}
