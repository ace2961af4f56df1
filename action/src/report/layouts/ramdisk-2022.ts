import type { Layout } from '../layout.ts'

/**
 * The two tables of "Speeding up Docker on macOS with a RAM disk" (2022): the output of fio, and the output of ioping.
 */
export const layout: Layout = {
  metrics: { 'fio-randrw': ['reads', 'writes', 'read-bytes', 'write-bytes'] },
  tables: [
    {
      each: 'work',
      only: ['fio-randrw'],
      columns: [
        ['Platform', 'platform'],
        ['Test', 'test'],
        ['n', 'n'],
        ['Read IOPS', 'median (range) or reason', 'reads'],
        ['Write IOPS', 'median (range) or reason', 'writes'],
        ['Read', 'median (range) or reason', 'read-bytes'],
        ['Write', 'median (range) or reason', 'write-bytes'],
      ],
      remarks: ['Medians, with min–max if there are several samples.'],
    },
    {
      each: 'work',
      only: ['ioping'],
      columns: [
        ['Platform', 'platform'],
        ['Test', 'test'],
        ['Requests', 'n'],
        ['Median', 'median'],
        ['Minimum', 'minimum'],
        ['Mean', 'mean or reason'],
        ['Maximum', 'maximum'],
        ['SD', 'standard deviation'],
        ['p against the bind mount', 'p against the bind mount'],
      ],
      remarks: ['p: Mann–Whitney, two-sided, over all requests. The source compared two means of nine requests.'],
    },
  ],
}
