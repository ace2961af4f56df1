import { expect, test } from 'vitest'
import { readObjects } from './json-output.ts'

const [a, b] = ['{"n":1}', '{"n":2}']

test.each([
  ['one a line', `${a}\n${b}\n`, [1, 2]],
  ['one array', `[${a},${b}]\n`, [1, 2]],
  ['an array over several lines', `[\n  {\n    "n": 1\n  },\n  ${b}\n]\n`, [1, 2]],
  ['one object over several lines', '{\n  "n": 1\n}\n', [1]],
  ['one object over several lines, with text around it', 'WARNING: swap\n{\n  "n": 1\n}\nWARNING: again\n', [1]],
  ['lines with text between', `[WARN] swap\n${a}\n{"n":\n${b}\n`, [1, 2]],
  ['lines that end as on Windows', `\uFEFF${a}\r\n${b}\r\n`, [1, 2]],
  ['an empty array', '[]', []],
  ['JSON that is no object', 'null\n1\n"text"\n', []],
  ['what is not JSON', 'json\njson\n', []],
  ['nothing', '', []],
])('the objects in %s are read', (_what, text, numbers) => {
  expect(readObjects<{ n: number }>(text).map(({ n }) => n)).toEqual(numbers)
})
