import { hostname, userInfo } from 'node:os'
import { homeDirectory } from '../cleanup/plimsoll-home.ts'

/**
 * Returns a function that removes the names of this host and its user from free text. Output tails and error messages
 * are the only parts of a document that other programs write. Workloads cannot see this process's environment
 * variables, but engines and tools may print them. The function finds a value as a whole, line by line, in JSON
 * notation, and with its beginning cut off. It ignores values shorter than four characters (`1`, `C`, `on`). They are
 * not sensitive, and replacing them would damage other words.
 */
export function redactor(
  environment: NodeJS.ProcessEnv = process.env,
  { user, host, home }: Names = namesHere(),
): (text: string) => string {
  const secrets = new Map<string, string>()
  for (const [name, value] of Object.entries(environment)) {
    if (PUBLIC_VARIABLE.test(name) || value === 'true' || value === 'false') continue
    for (const form of formsOf(value ?? '')) if (form.length >= MIN_SECRET_LENGTH) secrets.set(form, '[environment]')
  }
  for (const name of [host, host.split('.')[0] as string]) if (name.length > 0) secrets.set(name, '[host]')
  if (user) secrets.set(user, '[user]')
  secrets.set(home, '~')
  const longestFirst = [...secrets].sort(([a], [b]) => b.length - a.length)
  return (text) => {
    for (const [secret, stand] of longestFirst) text = replaceWord(text, secret, stand)
    return text
      .split('\n')
      .map((line) => longestFirst.reduce((rest, [secret, stand]) => withoutCut(rest, secret, stand), line))
      .join('\n')
  }
}

interface Names {
  /** The user's name. Null if the system has none, for example in a container with an arbitrary user id. */
  user: string | null
  host: string
  home: string
}

function namesHere(): Names {
  return { user: userName(), host: hostname(), home: homeDirectory() }
}

function userName(): string | null {
  try {
    return userInfo().username
  } catch {
    return null
  }
}

const MIN_SECRET_LENGTH = 4
/**
 * Matches variables whose values are not replaced: the name of the npm script and npm's command, and Docker's platform
 * and API version. The script's name `start` is a common word in error messages, as `true` is in any output, and a
 * platform such as `linux/s390x` is the word that explains an error.
 */
const PUBLIC_VARIABLE = /^(npm_(lifecycle_event|command)|DOCKER_(DEFAULT_PLATFORM|API_VERSION))$/

function formsOf(value: string): string[] {
  const lines = value.split('\n').map((line) => line.trim())
  return [value, value.trim(), JSON.stringify(value).slice(1, -1), ...lines]
}

/** Removes the rest of a value from the start of a line. The tail of an output may start in the middle of a value. */
function withoutCut(line: string, secret: string, stand: string): string {
  for (let cut = 1; secret.length - cut >= 6; cut++) {
    if (line.startsWith(secret.slice(cut))) return stand + line.slice(secret.length - cut)
  }
  return line
}

/**
 * Replaces a name. A short name (a user `vm`, a host `ci`) is replaced only as a whole word, and a long name
 * everywhere.
 */
function replaceWord(text: string, secret: string, stand: string): string {
  if (secret.length >= 6) return text.replaceAll(secret, stand)
  const word = secret.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return text.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'gu'), stand)
}
