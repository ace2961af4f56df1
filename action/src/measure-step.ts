import { measureStep } from './steps/measure.ts'
import { runStep } from './steps/run-step.ts'

await runStep(measureStep)
