import { runStep } from './steps/run-step.ts'

await runStep(async () => (await import('./steps/post.ts')).postStep())
