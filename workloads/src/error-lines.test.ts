import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeFailure, errorLines, fewerErrorLines, withErrorLines } from './error-lines.ts'

/** The output of a real program that failed. Folders have other names. */
const output = (name: string) => readFileSync(new URL(`../test/outputs/${name}.txt`, import.meta.url), 'utf8')

test.each([
  [
    'gcc',
    ['many.c:2:3: error: ‘missing_1’ undeclared (first use in this function)', '    2 |   missing_1 = 3;'],
    'make: *** [Makefile:2: all] Error 1',
  ],
  ['link', ["link.c:(.text+0x5): undefined reference to `rows'"], 'collect2: error: ld returned 1 exit status'],
  [
    'cargo',
    [
      'error[E0425]: cannot find value `missing` in this scope',
      ' --> src/main.rs:3:27',
      'error[E0308]: mismatched types',
    ],
    'error: could not compile `count` (bin "count") due to 2 previous errors',
  ],
  [
    'go',
    ['./main.go:4:14: undefined: missing'],
    './main.go:5:14: cannot use "s" (untyped string constant) as int value in variable declaration',
  ],
  ['gotest', ['--- FAIL: TestA (0.00s)', 'panic: assignment to entry in nil map [recovered, repanicked]'], 'FAIL'],
  ['javac', ['m/src/main/java/Count.java:2: error: cannot find symbol'], '2 errors'],
  [
    'mvn',
    [expect.stringMatching(/^\[ERROR\] Plugin org.apache.maven.plugins:maven-resources-plugin:2.6 or one/)],
    expect.stringMatching(/^\[ERROR\] \[Help 1\]/),
  ],
  [
    'npm',
    ['npm error code EUSAGE', 'npm error The `npm ci` command can only install with an existing package-lock.json or'],
    expect.stringContaining('A complete log of this run'),
  ],
  ['node', ['TypeError: the fixture has no rows', '    at deep (/app/boom.js:1:39)'], 'Node.js v24.21.0'],
  ['python', ['ValueError: the fixture has no rows'], 'RuntimeError: cannot load'],
  ['apt-get', ['E: Unable to locate package no-such-package-here'], 'E: Unable to locate package no-such-package-here'],
  [
    'classic',
    ['many.c:2:3: error: ‘missing_1’ undeclared (first use in this function)'],
    "The command '/bin/sh -c cat /gcc.out && exit 2' returned a non-zero code: 2",
  ],
  [
    'buildkit',
    ['many.c:2:3: error: ‘missing_1’ undeclared (first use in this function)'],
    'executor failed running [/bin/sh -c cat /gcc.out && exit 2]: exit code: 2',
  ],
])('of the output of %s, the first errors and the last line are kept', (name, errors, last) => {
  const kept = errorLines(output(name), 12)
  expect(kept).toEqual(expect.arrayContaining(errors))
  expect(kept.at(-1)).toEqual(last)
  expect(kept.filter((line) => line !== '…').length).toBeLessThanOrEqual(12)
})

test.each([
  ["/app/a.rb:3:in 'foo': undefined method 'bar' for nil (NoMethodError)", "\tfrom /app/a.rb:7:in 'block'"],
  ['rails aborted!', '    config/boot.rb:1'],
  ['ActiveRecord::NoDatabaseError: no such database', 'Tasks: TOP => db:migrate'],
  ['PHP Fatal error:  Uncaught RuntimeException: no rows in /app/a.php:3', '#7 /app/a.php(12): deep()'],
  ['CMake Error at CMakeLists.txt:3 (find_package):', '-- Detecting C compiler'],
  ['AssertionError', '  in a test'],
  ['E   assert 1 == 2', 'a.py:3'],
  ['panic: boom', 'goroutine'],
  ['main.go:12:5: undefined: foo', 'building'],
  ['not ok 3 - adds', 'ok'],
  ['Killed', 'progress'],
  [' ERR_PNPM_OUTDATED_LOCKFILE  the lock file is not up to date', 'progress'],
  ['* What went wrong:', 'progress'],
  ['** (MatchError) no match of right hand side value', '    (elixir 1.18) lib/a.ex:3'],
  ['Error [ERR_MODULE_NOT_FOUND]: Cannot find module', '    at load (node:internal)'],
  ['The lock file would have been modified, which is forbidden', 'progress'],
])('an output that begins with "%s" keeps this line, whatever comes after it', (error, after) => {
  const lines = Array.from({ length: 60 }, (_, at) => `${after}${at}`)
  const output = [...Array(60).fill('progress'), error, ...lines, '5 passed, 0 failed'].join('\n')
  expect(errorLines(output, 12)).toContain(error)
  const { sentence, lines: fewer } = fewerErrorLines(withErrorLines('It failed.', output), 9)
  expect(sentence).toBe('It failed.')
  expect(fewer).toContain(error)
  expect(fewer.join()).not.toContain('…,…')
})

test('an output without errors is its last lines, and a short one is whole', () => {
  expect(errorLines('1\n2\n\n3\n4\n', 2)).toEqual(['…', '3', '4'])
  expect(errorLines('10%\r20%\r30%\n\u001b[31mred\u001b[0m\n-----\n', 2)).toEqual(['30%', 'red'])
})

test('a failure is described by its first error, with more lines below it', () => {
  expect(describeFailure('It failed', 'a\nb.c:1: error: c\nd', 'no output')).toBe(
    'It failed: b.c:1: error: c\n  a\n  b.c:1: error: c\n  d',
  )
  expect(describeFailure('It failed', 'alone\n', 'no output')).toBe('It failed: alone')
  expect(describeFailure('It failed', '', 'no output')).toBe('It failed: no output')
  expect(withErrorLines('It failed.', 'x'.repeat(1001))).toBe(`It failed.\n  ${'x'.repeat(1000)}`)
})
