import { expect, test } from 'vitest'
import { explainRatios, nativeTitle, nativeWords } from './native-ratio.ts'

const TIME = { better: 'lower', unit: 'ns' }
const RATE = { better: 'higher', unit: 'bytes/ns' }

test('the title of ratios and their words follow the metric', () => {
  expect([TIME, RATE].map(nativeTitle)).toEqual(['× native (lower is better)', '× native (higher is better)'])
  const words = ['ns', 'bytes/ns', 'operations/ns', 'bytes', 'ns/ns', 'ns/operations'].map((unit) =>
    Object.values(nativeWords({ unit })).join(' '),
  )
  expect(words).toEqual([
    'takes the native time',
    'reaches the native rate',
    'reaches the native rate',
    ...Array(3).fill('has the native value'),
  ])
})

test.each<[string, Parameters<typeof explainRatios>[0], typeof TIME, string]>([
  ['a slower container', [{ ratio: 1.2, interval: [1.1, 1.3] }], TIME, ''],
  ['a ratio that is shown as 1.00×', [{ ratio: 0.998, interval: null }], TIME, ''],
  ['a rate below 1×', [{ ratio: 0.45, interval: [0.43, 0.46] }], RATE, 'Below 1×, the container was slower.'],
  [
    'a rate on either side of 1×',
    [
      { ratio: 0.45, interval: [0.43, 0.46] },
      { ratio: 1.01, interval: [0.98, 1.03] },
    ],
    RATE,
    'Below 1×, the container was slower. Above 1×, the container was faster: here this may be noise, because the 95% interval contains 1×.',
  ],
  [
    'a time beyond the interval',
    [{ ratio: 0.95, interval: [0.94, 0.97] }],
    TIME,
    'Below 1×, the container took less time: here this is hardly noise, because the 95% interval does not contain 1×; the libraries of the image can be faster than those of the host.',
  ],
  [
    'times within and beyond their intervals',
    [
      { ratio: 0.95, interval: [0.94, 0.97] },
      { ratio: 0.99, interval: [0.94, 1.02] },
    ],
    TIME,
    'Below 1×, the container took less time: here 1 of 2 such ratios may be noise, because their 95% intervals contain 1×; for the others, the libraries of the image can be faster than those of the host.',
  ],
  [
    'a time without an interval',
    [{ ratio: 0.95, interval: null }],
    TIME,
    'Below 1×, the container took less time: this may be noise, because the interval is unknown.',
  ],
])('the explanation of %s says what it is', (_name, ratios, metric, text) => {
  expect(explainRatios(ratios, metric)).toBe(text)
})
