/** Where a list of runs goes on: after this one. Runs are listed newest first, and by id where they began together. */
export interface Cursor {
  startedAt: string
  id: string
}

/** As an opaque text for an address. */
export function writeCursor({ startedAt, id }: Cursor): string {
  return Buffer.from(`${startedAt} ${id}`).toString('base64url')
}

/** null for a text that is none. */
export function readCursor(text: string): Cursor | null {
  const plain = Buffer.from(text, 'base64url').toString('utf8')
  const [, startedAt, id] = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) ([a-z2-7]{26})$/.exec(plain) ?? []
  return startedAt === undefined || id === undefined ? null : { startedAt, id }
}
