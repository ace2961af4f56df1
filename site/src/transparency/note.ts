import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { RegistryError } from '../errors.ts'

// Signed notes (C2SP signed-note) with Ed25519 keys, and these keys as text, as in Go's `golang.org/x/mod/sumdb/note`.

/** The environment variable with a private key as text, for workflows, whose secrets are variables. */
export const LOG_KEY_VARIABLE = 'PLIMSOLL_LOG_KEY'

/** A key that verifies the notes of a log. */
export interface Verifier {
  /** The name of the key, which is also the name (the origin) of the log. */
  name: string
  /** The key as text: its name, its id, and the public key. */
  text: string
  id: Buffer
  key: KeyObject
}

/** A key that signs notes. */
export interface Signer {
  verifier: Verifier
  key: KeyObject
}

/** Returns a new key as text. The text is all that is needed to sign. @throws RegistryError `bad-log-name` */
export function newPrivateKey(name: string): string {
  if (!NAME.test(name) || name.length > 200) {
    const sentence = `Invalid name '${name}' for a log. Use the address under which it will be served, without "https://": registry.example/log`
    throw new RegistryError('bad-log-name', sentence)
  }
  const { privateKey } = generateKeyPairSync('ed25519')
  const { d = '' } = privateKey.export({ format: 'jwk' })
  const { id } = verifierOf(name, privateKey)
  return `PRIVATE+KEY+${name}+${id.toString('hex')}+${encode(ED25519, Buffer.from(d, 'base64url'))}`
}

/** Reads a private key. The error never contains the key. @throws RegistryError `bad-log-key` */
export function parsePrivateKey(text: string): Signer {
  const [, name = '', id = '', bytes = ''] = PRIVATE_KEY.exec(text.trim()) ?? []
  const seed = decode(bytes)
  if (name !== '' && seed !== null) {
    const key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
    const verifier = verifierOf(name, key)
    if (verifier.id.toString('hex') === id) return { verifier, key }
  }
  throw new RegistryError(
    'bad-log-key',
    'The key of the log is damaged or of another kind. Use a file made by plimsoll-registry log-key new.',
  )
}

/** Reads a verifier key. The error never contains a private key. @throws RegistryError `bad-log-key` */
export function parseVerifier(text: string): Verifier {
  const [, name = '', , bytes = ''] = VERIFIER.exec(text.trim()) ?? []
  const x = decode(bytes)
  if (name !== '' && x !== null) {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: x.toString('base64url') }, format: 'jwk' })
    const verifier = verifierOf(name, key)
    if (verifier.text === text.trim()) return verifier
  }
  const shown = /PRIVATE\+KEY/i.test(text) ? 'A private key' : `'${text.trim().slice(0, 200)}'`
  const sentence = `${shown} is not the verifier key of a log. Use the line that plimsoll-registry log-key new printed.`
  throw new RegistryError('bad-log-key', sentence)
}

/** Returns the signature of a text, as the signature line of a note contains it. @param text ends in a line feed */
export function signText(text: string, { verifier, key }: Signer): string {
  return Buffer.concat([verifier.id, sign(null, Buffer.from(text), key)]).toString('base64')
}

/** Returns a note of a text and its signature. */
export function formatNote(text: string, signature: string, { name }: Verifier): string {
  return `${text}\n— ${name} ${signature}\n`
}

/** Returns the text of a note if this key signed it; null otherwise. Other signatures of the note are ignored. */
export function openNote(note: string, { name, id, key }: Verifier): string | null {
  const end = note.lastIndexOf('\n\n')
  const [text, lines] = [
    note.slice(0, end + 1),
    note
      .slice(end + 2)
      .split('\n')
      .slice(0, -1),
  ]
  const own = lines.flatMap((line) => {
    const [, signer, signature = ''] = /^— (\S+) ([A-Za-z0-9+/]+=*)$/u.exec(line) ?? []
    const bytes = Buffer.from(signature, 'base64')
    return signer === name && bytes.subarray(0, 4).equals(id) ? [bytes.subarray(4)] : []
  })
  const isSigned = own.length > 0 && own.every((signature) => verify(null, Buffer.from(text), key, signature))
  return end >= 0 && isSigned ? text : null
}

/** The type of a signature or a key with Ed25519. */
const ED25519 = Uint8Array.of(1)
/** The DER encoding of a private key up to its 32 bytes (RFC 8410, section 7). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')
const KEY_BYTES = 32

/** A name has no spaces and no "+". Here it also has no characters that look like others. */
const NAME = /^[!-*,-~]+$/
const PRIVATE_KEY = /^PRIVATE\+KEY\+([!-*,-~]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/
const VERIFIER = /^([!-*,-~]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/

function verifierOf(name: string, key: KeyObject): Verifier {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key
  const { x = '' } = publicKey.export({ format: 'jwk' })
  const bytes = Buffer.from(x, 'base64url')
  const id = createHash('sha256').update(`${name}\n`).update(ED25519).update(bytes).digest().subarray(0, 4)
  return { name, text: `${name}+${id.toString('hex')}+${encode(ED25519, bytes)}`, id, key: publicKey }
}

function encode(type: Uint8Array, bytes: Uint8Array): string {
  return Buffer.concat([type, bytes]).toString('base64')
}

/** Returns the 32 bytes of an encoded key; null if it is of another type or length. */
function decode(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64')
  return bytes.length === 1 + KEY_BYTES && bytes[0] === ED25519[0] ? bytes.subarray(1) : null
}
