import { VERSION } from './version.ts'

// Before the rest is read: the log shows at once that the step has begun.
process.stdout.write(`Plimsoll ${VERSION}\n`)
const { runStep } = await import('./steps/run-step.ts')
const { measureStep } = await import('./steps/measure.ts')
await runStep(measureStep)
