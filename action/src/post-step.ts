import { postStep } from './steps/post.ts'
import { runStep } from './steps/run-step.ts'

await runStep(postStep)
