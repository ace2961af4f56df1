import type { ListPosition } from '../store/queries.ts'

/** Encodes a position in a list of runs as a cursor: opaque text for a URL. */
export function writeCursor({ startedAt, id }: ListPosition): string {
  return Buffer.from(`${startedAt} ${id}`).toString('base64url')
}

/** Decodes a cursor (a position in a list of runs); null if the cursor is invalid. */
export function readCursor(text: string): ListPosition | null {
  const plain = Buffer.from(text, 'base64url').toString('utf8')
  const [, startedAt, id] = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) ([a-z2-7]{26})$/.exec(plain) ?? []
  return startedAt === undefined || id === undefined ? null : { startedAt, id }
}
