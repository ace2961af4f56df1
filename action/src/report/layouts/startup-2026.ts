import type { Layout } from '../layout.ts'

/**
 * The tables of "Docker internals" (Khan 2026): the statistics of every measurement and variant, and the pairs that Khan
 * compares, with Mann–Whitney's p and Cliff's delta.
 */
export const layout: Layout = {
  // Kinds of namespaces and kinds of memory have a row each, as in the publication.
  metrics: { namespaces: 'all', memory: 'all' },
  usesMeans: true,
  tables: [
    {
      each: 'run',
      title: 'Statistics',
      order: [
        'container-start',
        'copy-up',
        'cpu-limit',
        'sequential-write',
        'metadata',
        'image-pull',
        'namespaces',
        'network',
        'memory',
      ],
      columns: [
        ['Measurement', 'work'],
        ['Metric', 'metric'],
        ['Variant', 'variant'],
        ['n', 'n'],
        ['Median', 'median or reason'],
        ['Min–max', 'range'],
        ['Mean', 'mean'],
        ['95% interval of the mean', 'half-width of the mean'],
        ['SD', 'standard deviation'],
        ['CV', 'coefficient of variation'],
      ],
      remarks: [
        'Interval: Student’s t (the source took 1.96 standard errors). SD: sample standard deviation. CV: SD ÷ mean.',
        'A sample of many values (requests, containers) counts once, as their mean: they are not independent.',
      ],
    },
    {
      title: 'Pairs',
      pairs: [
        {
          workload: 'container-start',
          first: { param: 'cache', value: 'warm' },
          seconds: [{ param: 'cache', value: 'cold' }],
        },
        {
          workload: 'copy-up',
          first: { param: 'mebibytes', value: 8 },
          seconds: [{ param: 'mebibytes', value: 256 }],
        },
        { workload: 'cpu-limit', first: { param: 'threads', value: 1 }, seconds: [{ param: 'threads', value: 2 }] },
        { workload: 'sequential-write', first: { scenario: 'layer' }, seconds: [{ scenario: 'volume' }] },
        { workload: 'metadata', first: { scenario: 'layer' }, seconds: [{ scenario: 'volume' }] },
        {
          workload: 'network',
          first: { param: 'network', value: 'bridge' },
          seconds: [{ param: 'network', value: 'host' }],
        },
        { workload: 'memory', first: { metric: 'file-alone' }, seconds: [{ metric: 'file' }] },
        { workload: 'memory', first: { metric: 'anonymous-alone' }, seconds: [{ metric: 'anonymous' }] },
      ],
      columns: [
        ['Measurement', 'work'],
        ['First', 'first'],
        ['Second', 'second'],
        ['n', 'n'],
        ['Median', 'median of first'],
        ['Median', 'median of second'],
        ['Ratio', 'ratio'],
        ['p', 'p'],
        ['Cliff’s delta', 'delta'],
      ],
      remarks: [
        'p: Mann–Whitney, two-sided. Delta: share of pairs of values in which the first is larger − share in which it is smaller.',
        'Ratio: first ÷ second by rounds, with its 95% interval.',
      ],
    },
  ],
}
