import { info } from '@actions/core'
import { VERSION } from './harness.ts'
import { runStep } from './steps/run-step.ts'

info(`Plimsoll ${VERSION}`)
await runStep(async () => (await import('./steps/report.ts')).reportStep())
