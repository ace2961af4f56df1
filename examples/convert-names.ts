import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { identify } from '@plimsoll/schema'

// The example documents were measured when the run document used other field names. This script renames the fields,
// changes no value, and prints the table in converted-names.md. Running it again changes nothing.

/** Replacements for field names, and for the text of the one deviation that contains an old name. */
const DOCUMENT: [RegExp, string][] = [
  [/"cells":/g, '"benchmarks":'],
  [/"arms":/g, '"variants":'],
  [/"arm":/g, '"variant":'],
  [/"a check of two arms, /g, '"a check of two variants, '],
]

const OUTCOMES: [RegExp, string][] = [
  [/"status": "fit"/g, '"status": "reliable"'],
  [/"what": "unfit"/g, '"what": "unreliable"'],
  [/: any cell called"/g, ': any benchmark reported"'],
  [/: the cell that does 20% more called slower"/g, ': the benchmark that does 20% more reported as slower"'],
  [/: any other call"/g, ': any other report"'],
]

const SLOTS: [RegExp, string][] = [[/"experiment": "places"/, '"experiment": "slots"']]

const renamed = (text: string, names: [RegExp, string][]) =>
  names.reduce((so, [from, to]) => so.replace(from, to), text)

function convert(file: string, names: [RegExp, string][]): { before: string; after: string } {
  const url = new URL(file, import.meta.url)
  const before = readFileSync(url, 'utf8')
  const after = renamed(before, names)
  writeFileSync(url, after)
  return { before, after }
}

const documents = readdirSync(new URL('known-truth/', import.meta.url))
  .filter((name) => name.endsWith('.json') && name !== 'outcomes.json')
  .map((name) => `known-truth/${name}`)
const ids: [RegExp, string][] = []
console.log('| document | hash before | hash after |\n| --- | --- | --- |')
for (const file of ['run.json', ...documents.sort()]) {
  const { before, after } = convert(file, DOCUMENT)
  const [old, now] = [identify(JSON.parse(before)), identify(JSON.parse(after))]
  ids.push([new RegExp(old.id, 'g'), now.id])
  console.log(`| \`${file}\` | \`${old.hash}\` | \`${now.hash}\` |`)
}
convert('known-truth/outcomes.json', [...OUTCOMES, ...ids])
convert('slots.json', SLOTS)
