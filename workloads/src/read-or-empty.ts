import { readFileSync } from 'node:fs'

/** Returns the text of a file. Empty if the file cannot be read. */
export function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
