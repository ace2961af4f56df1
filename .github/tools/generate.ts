// `npm run generate`: writes all committed files that follow from other files. A test fails if one of them is stale.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The scripts that write the files. The docs describe the inputs in `action.yml`, so they are written last. */
const SCRIPTS = [
  'schema/generate.ts',
  'site/src/history/generate-catalog.ts',
  '.github/tools/write-inputs.ts',
  '.github/tools/reference/write-pages.ts',
]

const root = fileURLToPath(new URL('../../', import.meta.url))
const args = ['--import', './site/bin/jsx.js'] // The command of the registry loads pages in JSX.
for (const script of SCRIPTS) execFileSync(process.execPath, [...args, script], { cwd: root, stdio: 'inherit' })
