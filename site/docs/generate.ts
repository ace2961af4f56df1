// Writes the pages of reference that follow from the source: `npm run generate`. A test says when one is stale.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { readHelps } from '../src/docs/reference/command.ts'
import { referencePages } from '../src/docs/reference/reference-pages.ts'

const repository = path.join(import.meta.dirname, '..', '..')
for (const [name, text] of await referencePages(repository, await readHelps(repository))) {
  writeFileSync(path.join(import.meta.dirname, `${name}.md`), text)
  console.log(`site/docs/${name}.md`)
}
