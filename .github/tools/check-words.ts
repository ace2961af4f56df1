// Finds words that the glossary in CONTRIBUTING.md replaces by the field's standard terms. `words.json` lists the
// words, each with its scope, what to say instead, and why. `npm run check` and `npm test` run this script. It exits
// with 1 if it finds a word.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The files of each scope that `words.json` names. */
const SCOPES: Record<string, RegExp> = {
  source: /^(schema|workloads|action|site|\.github\/tools)\/.*\.(tsx?|js|prisma|sql)$/,
  docs: /\.md$|^action\/(report\/)?action\.yml$|^\.github\/.*\.yml$|^examples\/.*\.yml$/,
  schema: /^schema\/.*\.schema\.json$|^workloads\/(catalog|suites)\//,
}

interface Word {
  /** the text of a regular expression, with the flag u */
  pattern: string
  in: string[]
  say: string
  why?: string
  /** regular expressions of `path:line`, for lines in which the word has another meaning */
  except?: string[]
}

const root = fileURLToPath(new URL('../../', import.meta.url))
const words: Record<string, Word> = JSON.parse(readFileSync(new URL('./words.json', import.meta.url), 'utf8'))
const files = execFileSync('git', ['-C', root, 'ls-files'], { encoding: 'utf8' }).split('\n')
let findings = 0
for (const file of files) {
  const scopes = Object.keys(SCOPES).filter((scope) => SCOPES[scope]?.test(file))
  const wrongHere = Object.values(words).filter((word) => word.in.some((scope) => scopes.includes(scope)))
  if (wrongHere.length === 0) continue
  for (const [index, line] of readFileSync(join(root, file), 'utf8').split('\n').entries()) {
    const found = wrongHere.flatMap((word) => finding(word, file, line))
    for (const text of found) console.log(`${file}:${index + 1}: ${text}`)
    findings += found.length
  }
}
process.exitCode = findings > 0 ? 1 : 0

function finding({ pattern, say, why, except = [] }: Word, file: string, line: string): string[] {
  const found = new RegExp(pattern, 'u').exec(line)
  const location = `${file}:${line}`
  if (!found || except.some((other) => new RegExp(other, 'u').test(location))) return []
  return [`"${found[0]}": say ${say}${why ? ` (${why})` : ''}`]
}
