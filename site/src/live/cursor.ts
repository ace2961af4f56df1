import type { ListPosition } from '../store/queries.ts'

/** A place in a list of runs as an opaque text for an address. */
export function writeCursor({ startedAt, id }: ListPosition): string {
  return Buffer.from(`${startedAt} ${id}`).toString('base64url')
}

/** null for a text that is none. */
export function readCursor(text: string): ListPosition | null {
  const plain = Buffer.from(text, 'base64url').toString('utf8')
  const [, startedAt, id] = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) ([a-z2-7]{26})$/.exec(plain) ?? []
  return startedAt === undefined || id === undefined ? null : { startedAt, id }
}
