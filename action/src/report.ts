import { VERSION } from './version.ts'

// Print the version before the other modules are loaded, so that the log shows at once that the step has started.
process.stdout.write(`Plimsoll ${VERSION}\n`)
const { runStep } = await import('./steps/run-step.ts')
const { reportStep } = await import('./steps/report.ts')
await runStep(reportStep)
