import { homedir, hostname, userInfo } from 'node:os'

/**
 * Make a function that takes this machine's and user's names out of free text: output tails and error messages are
 * the only places of a document that other programs write.
 * Values of environment variables count as secrets when they are six characters or longer; shorter ones
 * (`1`, `C`, `xterm`) say nothing and would tear words apart.
 */
export function redactor(environment: NodeJS.ProcessEnv = process.env): (text: string) => string {
  const secrets = new Map<string, string>()
  for (const value of Object.values(environment)) {
    if (value && value.length >= 6) secrets.set(value, '[environment]')
  }
  const user = userInfo().username
  for (const name of [hostname(), hostname().split('.')[0] as string]) if (name.length > 0) secrets.set(name, '[host]')
  secrets.set(user, '[user]')
  secrets.set(homedir(), '~')
  const longestFirst = [...secrets].sort(([a], [b]) => b.length - a.length)
  return (text) => {
    for (const [secret, stand] of longestFirst) text = replaceWord(text, secret, stand)
    return text
  }
}

/** Short names (a user `vm`, a host `ci`) are replaced as whole words only, long ones wherever they stand. */
function replaceWord(text: string, secret: string, stand: string): string {
  if (secret.length >= 6) return text.replaceAll(secret, stand)
  const word = secret.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return text.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'gu'), stand)
}
