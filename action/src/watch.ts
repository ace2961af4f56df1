import { canRunStep } from './node-version.ts'
import { VERSION } from './version.ts'

// Print the version before the other modules are loaded, so that the log shows at once that the step has started.
process.stdout.write(`Plimsoll ${VERSION}\n`)
if (canRunStep()) await import('./watch-step.ts')
