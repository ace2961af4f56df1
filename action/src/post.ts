import { canRunStep } from './node-version.ts'

if (canRunStep()) await import('./post-step.ts')
