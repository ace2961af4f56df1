import { reportStep } from './steps/report.ts'
import { runStep } from './steps/run-step.ts'

await runStep(reportStep)
