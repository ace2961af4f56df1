import type { Layout } from '../layout.ts'
import { blog } from './standard.ts'

const delegated = { scenario: 'bind-delegated', label: 'delegated' }

/**
 * The table of the post "User-guided caching" (2017): the speedup of a program under a mount flag, relative to the flag
 * `consistent`. The post reports the speedups of `cached`. It gives no times and no number of runs.
 */
export const layout: Layout = {
  tables: [
    {
      title: 'Faster than consistent',
      pairs: [
        { workload: 'go-list', source: '2.5×' },
        { workload: 'symfony-page', source: '2.7×' },
        { workload: 'rake-tasks', source: '3.5×' },
      ].map(({ workload, source }) => ({
        workload,
        first: { scenario: 'bind-consistent' },
        seconds: [{ scenario: 'bind-cached', label: 'cached', source }, delegated],
      })),
      columns: [
        ['Program', 'workload'],
        ['Platform', 'platform'],
        ['Flag', 'second'],
        ['Consistent', 'median or status of first'],
        ['With the flag', 'median or status of second'],
        ['Speed-up', 'ratio'],
        ['The source, on a Mac', 'ratio of the source'],
      ],
      remarks: [
        'Medians of the first time. Speed-up: consistent ÷ flag by rounds, with its 95% interval; 1 is no difference.',
        'Current engines accept the flags and ignore them.',
      ],
    },
    blog,
  ],
}
