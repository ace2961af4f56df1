import { info } from '@actions/core'
import { VERSION } from './harness.ts'
import { runStep } from './steps/run-step.ts'

info(`Plimsoll ${VERSION}`) // before the rest is read: the log shows at once that the step has begun
await runStep(async () => (await import('./steps/measure.ts')).measureStep())
