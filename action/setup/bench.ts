// `npm run bench`: the project's own figures, as ratios against peers in the same run where there is one.
import { benchAgent } from '../../workloads/agent/bench.ts'

await benchAgent()
