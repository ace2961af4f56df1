import { runStep } from './steps/run-step.ts'
import { watchStep } from './steps/watch.ts'

await runStep(watchStep)
