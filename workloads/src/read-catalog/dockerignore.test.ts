import { expect, test } from 'vitest'
import { dockerignore } from './dockerignore.ts'

/** The paths to match against each `.dockerignore`. */
const PATHS = [
  'a.md',
  'sub/a.md',
  'sub/deep/b.txt',
  'node_modules/x/y',
  'README.md',
  'src/main.c',
  'src/(x)+.c',
  '.git/HEAD',
]

test.each([
  ['', []],
  ['# a.md\n\n.', []],
  ['*.md', ['a.md', 'README.md']],
  ['**/*.md', ['a.md', 'sub/a.md', 'README.md']],
  ['*.md\n!README.md', ['a.md']],
  ['/node_modules/\n.git', ['node_modules/x/y', '.git/HEAD']],
  ['sub', ['sub/a.md', 'sub/deep/b.txt']],
  ['sub\n!sub/deep', ['sub/a.md']],
  ['**\n!src', PATHS.filter((path) => !path.startsWith('src'))],
  ['s??/**', ['sub/a.md', 'sub/deep/b.txt', 'src/main.c', 'src/(x)+.c']],
  ['src/[a-m]ain.c', ['src/main.c']],
  ['src/(x)+.c', ['src/(x)+.c']],
  ['./a.md\r\nsub/../src/main.c', ['a.md', 'src/main.c']],
])('%j takes out what Docker takes out', (text, expected) => {
  expect(PATHS.filter(dockerignore(text))).toEqual(expected)
})

test('a line that is no pattern is a mistake', () => {
  expect(() => dockerignore('[z-a]')).toThrow("Invalid pattern '[z-a]' in .dockerignore")
})
