// `npm run generate`: writes all committed files that follow from other files. A test fails if one of them is stale.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The scripts that write the files. The docs describe the inputs in `action.yml`, so they are written last. */
const SCRIPTS = [
  'schema/generate.ts',
  'site/src/history/generate-catalog.ts',
  '.github/tools/write-inputs.ts',
  'site/docs/generate.ts',
]

const root = fileURLToPath(new URL('../../', import.meta.url))
for (const script of SCRIPTS) execFileSync(process.execPath, [script], { cwd: root, stdio: 'inherit' })
