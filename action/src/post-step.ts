import { runStep } from './steps/run-step.ts'

try {
  process.cwd()
} catch {
  process.chdir('/') // A step removed the workspace. Cleanup needs nothing of it.
}
await runStep(async () => (await import('./steps/post.ts')).postStep())
