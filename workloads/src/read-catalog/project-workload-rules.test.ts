import { rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execaSync } from 'execa'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeProject, makeScratch, VALID } from '../../test/project-workload.ts'
import { Problem } from '../problem.ts'
import { readProjectWorkload } from './project-workloads.ts'

const scratch = makeScratch()
const outside = join(scratch, 'secret')
writeFileSync(outside, 'a secret')

let project: string
let file: string

beforeEach(() => {
  project = makeProject(scratch)
  file = join(project, '.plimsoll/mine.yml')
})

/** A list of ten lists of ten lists … in which nine lines stand for a billion values. */
function yamlBomb(): string {
  const levels = Array.from({ length: 9 }, (_, level) => `- &a${level + 1} [${`*a${level},`.repeat(10)}]`)
  return ['times:', '- &a0 [1]', ...levels].join('\n')
}

function refusal(): string {
  try {
    readProjectWorkload(file)
  } catch (error) {
    if (error instanceof Problem && error.exitCode === 2) return error.message
    throw error
  }
  return 'accepted'
}

/**
 * The columns are the case, the text to replace in the valid file, the replacement, and the error after the file's
 * name. In the table, @{ stands for ${, and @' for a backtick.
 */
const HOSTILE = String.raw`
text that is not YAML                | copy:  | copy: [  | :7: invalid YAML
a second document                    | scenarios: | ---\nscenarios: | :18: invalid YAML: the file has a second document
a field given twice                  | times: 3 | times: 3\ntimes: 4 | :12: invalid YAML: Map keys must be unique
a tag                                | title: Mine | title: !run Mine | :2: invalid YAML: Unresolved tag
a key that is no name                | times: 3 | [1]: 2 | :11: invalid YAML
an alias of itself                   | times: 3 | times: &a [*a] | :11: /times must be integer
an unknown field                     | times: 3 | tines: 3 | :11: the file has an unknown field tines (did you mean times?)
a field of an object's prototype     | times: 3 | __proto__: { times: 3 } | :11: the file has an unknown field __proto__
a wrong type                         | times: 3 | times: three | :11: /times must be integer
a wrong type in a choice             | dockerfile: Dockerfile | dockerfile: 3 | :4: /image/dockerfile must be string
an image of no form                  | dockerfile: Dockerfile, context: app | folder: app | :4: /image matches none of the allowed forms
a name that is none                  | workload: mine | workload: mine; rm -rf | :1: /workload must match
a name that is not the file's        | workload: mine | workload: yours | :1: the workload is named yours, but its file is named mine.yml
an image's name that is an option    | dockerfile: Dockerfile, context: app | name: --privileged | :4: /image/name must match
a variable's name that is none       | times: 3 | environment: { "LD PRELOAD": x } | :11: /environment cannot have a field named "LD PRELOAD"
Plimsoll's own Dockerfile            | dockerfile: Dockerfile, context: app | target: npm-ci | :4: a target without a dockerfile is reserved for
Plimsoll's own toolchain                   | times: 3 | toolchain: [node] | :11: toolchain is reserved for
the toolchain in a template                | "@{target}/a" | "@{toolchain}/a" | :9: @{toolchain} is reserved for
programs for the host                | times: 3 | fromImage: [go] | :11: fromImage is reserved for
how much it writes                   | times: 3 | writes: [{ params: {}, mebibytes: 1 }] | :11: writes is reserved for
a kind of the catalog                | times: 3 | times: 3\nkind: network | :12: the kind network is reserved for
a path upwards                       | ./fixtures | ./../secret | :7: "./../secret" must be a path inside the project: it contains '..'
a path upwards with backslashes      | ./fixtures | .\..\secret | :7: ".\\..\\secret" is not a valid path
a path of the image upwards          | ./fixtures | /opt/../etc | :7: "/opt/../etc" is not a valid path
a bare path                          | ./fixtures | fixtures | :7: "fixtures" is not a valid path: start it with ./
a template in a path                 | ./fixtures | "./@{size}" | :7: "./@{size}" must be a path inside the project: it cannot contain
what is not there                    | ./fixtures | ./nothing | :7: ./nothing not found in this project
a fixture that is not there          | times: 3 | times: 3\nfixtures: [./nothing] | :12: ./nothing not found in this project
a fixture of the image               | times: 3 | times: 3\nfixtures: [/opt/data] | :12: "/opt/data" is not a file of the project: start it with ./
a place outside the target           | to: data | to: /etc | :7: "/etc" must be a path inside the target: it is an absolute path
a place above the target             | to: data | to: a/../../b | :7: "a/../../b" must be a path inside the target: it contains '..'
a Dockerfile upwards                 | dockerfile: Dockerfile | dockerfile: ../secret | :4: "../secret" must be a path inside the project
a context upwards                    | context: app | context: app/../.. | :4: "app/../.." must be a path inside the project
a hot directory upwards              | times: 3 | times: 3\nhot: ".." | :12: the hot directory must be inside the target
a hot directory with more in it      | times: 3 | times: 3\nhot: a/b | :12: /hot must match
a verification elsewhere             | directory: data | directory: /etc | :17: "/etc" must be a path inside the target
a NUL byte in an argument            | "@{target}/a" | "a\0b" | :9: it contains a NUL byte
a template of nothing                | "@{target}/a" | "@{nope}" | :9: unknown name @{nope} (available: @{size}, @{toolchain}
a template in a build argument       | context: app | arguments: { A: "@{target}" } | :4: unknown name @{target} (available: @{size})
a param that means something         | { size: [1, 2] } | { target: [/etc] } | :5: @{target} is a built-in name
a param that is never so             | params: { size: 1 } | params: { size: 9 } | :17: the parameter size has no value 9
a param of an object's prototype     | params: { size: 1 } | params: { constructor: 1 } | :17: the parameter constructor has no value 1
a param that is an object's prototype | { size: [1, 2] } | { size: [1, 2], __proto__: [1] } | :5: /params cannot have a field named "__proto__"
a choice twice                       | [1, 2] | [1, 2, 1] | :5: duplicate value 1 for parameter size
more time than a timer takes         | times: 3 | times: 30\ntimeout: 86400 | :12: with times: 30 a sample could take 2678400 s, more than the maximum of 1000000 s
no primary metric                    | primary: true | primary: false | :12: exactly one metric must be primary, not 0
a metric twice                       | name: later | name: duration | :14: duplicate metric duration
a metric per nothing                 | per: duration | per: hours | :15: there is no other metric hours
a repeat of one                      | times: 3 | times: 1 | :14: @'from: repeat@' needs
a phase of a command                 | from: repeat | from: { phase: start } | :14: only the kind container-start has phases
a time in bytes                      | unit: ns | unit: bytes | :13: the unit of a time must be ns
a back-reference                     | ^([0-9]+) lines$ | (a)\\1 | :15: invalid regular expression: invalid escape sequence
a look-ahead                         | ^([0-9]+) lines$ | (a)(?=b) | :15: invalid regular expression: invalid or unsupported
an expression without a group        | ^([0-9]+) lines$ | [0-9]+ | :15: invalid regular expression: it has no group
repetitions that multiply            | ^([0-9]+) lines$ | ((a{100}){100}){100} | :15: invalid regular expression: invalid repeat
a large one over much output         | unsupported: [{ says: no such syscall | output: 1048576\nunsupported: [{ says: "a{500}" | :17: invalid regular expression: its repetitions
an unknown scenario                  | layer, volume | layer, moon | :18: unknown scenario moon
bind-volume without a hot directory  | layer, volume | bind-volume | :18: the scenario bind-volume needs a
limits on the host                   | layer, volume] | native]\nlimits: { cpus: 1 } | :18: limits need a container, but the scenario native has none
a container-start with files         | times: 3 | kind: container-start | :6: the kind container-start does not support copy
an unknown home                      | times: 3 | home: /root | /home must be one of
`
  .trim()
  .split('\n')
  .map(
    (line) =>
      line
        .split(' | ')
        .map((column) => column.trim().replaceAll('\\n', '\n').replaceAll('@{', '${').replaceAll("@'", '`')) as [
        string,
        string,
        string,
        string,
      ],
  )

describe('an invalid file is rejected with its line and the reason', () => {
  test('the file that the others are made from is accepted', () => expect(refusal()).toBe('accepted'))

  test.each(HOSTILE)('%s', (_, from, to, says) => {
    expect(VALID).toContain(from)
    writeFileSync(
      file,
      VALID.replace(from, () => to),
    )
    expect(refusal()).toContain(says)
    expect(refusal()).toMatch(/^\.plimsoll\/mine\.yml:\d+: /)
  })

  test.each([
    ['nesting without end', `times: ${'['.repeat(5000)}`, ':11: invalid YAML: it is nested too deeply'],
    ['a YAML bomb', yamlBomb(), ':1: it repeats too many values by aliases'],
    ['a file that is too large', `# ${'x'.repeat(262_144)}\ntimes: 3`, ' is larger than 256 KiB'],
  ])('%s', (_, to, says) => {
    writeFileSync(file, VALID.replace('times: 3', to))
    expect(refusal()).toContain(`.plimsoll/mine.yml${says}`)
  })

  test('files of an image, where there is none', () => {
    writeFileSync(file, VALID.replace('./fixtures', '/opt/fixtures').replace('layer, volume', 'layer, native'))
    expect(refusal()).toBe(
      '.plimsoll/mine.yml:7: the scenario native has no image, so /opt/fixtures does not exist there.',
    )
  })

  test('a name that the catalog has', () => {
    file = join(project, '.plimsoll/npm-ci.yml')
    writeFileSync(file, VALID.replace('mine', 'npm-ci'))
    expect(refusal()).toBe('.plimsoll/npm-ci.yml:1: the catalog already has a workload npm-ci: choose another name.')
  })
})

describe('no link leads out of the project', () => {
  test.each([
    ['a file to copy', 'one.txt', '8: ./one.txt leads out of the project'],
    ['a directory to copy', 'fixtures', '7: ./fixtures leads out of the project'],
    ['the Dockerfile', 'Dockerfile', '4: Dockerfile leads out of the project'],
    ['the context', 'app', '4: app leads out of the project'],
    ['a file in a directory to copy', 'fixtures/deep', '7: ./fixtures/deep is a link that leads out'],
    ['the list of what is not in the context', 'app/.dockerignore', '4: app/.dockerignore leads out of the project'],
    ['the file itself', '.plimsoll/mine.yml', ' leads out of the project'],
  ])('%s', (_, name, expected) => {
    const link = join(project, name)
    rmSync(link, { recursive: true, force: true })
    symlinkSync(name === 'fixtures' || name === 'app' ? scratch : outside, link)
    expect(refusal()).toContain(`.plimsoll/mine.yml${expected.startsWith(' ') ? '' : ':'}${expected}`)
  })

  test('a relative one is followed as far as it goes, and one that stays is kept', () => {
    symlinkSync('a', join(project, 'fixtures/b'))
    expect(refusal()).toBe('accepted')
    symlinkSync('../../secret', join(project, 'fixtures/c'))
    expect(refusal()).toContain('7: ./fixtures/c is a link that leads out')
  })

  test('a link that leaves the project indirectly, or points to a missing file, is rejected', () => {
    symlinkSync('.', join(project, 'fixtures/here'))
    symlinkSync('here/../one.txt', join(project, 'fixtures/round'))
    expect(refusal()).toContain('7: ./fixtures/round is a link that leads out')
    rmSync(join(project, 'fixtures/round'))
    symlinkSync('../../later', join(project, 'fixtures/later'))
    expect(refusal()).toContain('7: ./fixtures/later is a link that leads out')
  })
})

test('as much time as a timer takes is accepted', () => {
  writeFileSync(file, VALID.replace('times: 3', 'times: 999\ntimeout: 1000'))
  expect(refusal()).toBe('accepted')
})

test("a param may have the name of an object's own property", () => {
  const text = VALID.replace('{ size: [1, 2] }', '{ size: [1, 2], constructor: [1] }')
  writeFileSync(file, text.replace('params: { size: 1 }', 'params: { constructor: 1 }'))
  expect(refusal()).toBe('accepted')
})

test('a pipe instead of a file is rejected without blocking', () => {
  execaSync('mkfifo', [join(project, 'fixtures/pipe')])
  expect(refusal()).toContain('7: Cannot copy ./fixtures/pipe: it is not a file')
  rmSync(join(project, 'fixtures/pipe'))
  execaSync('mkfifo', [join(project, 'app/.dockerignore')])
  expect(refusal()).toContain('4: Cannot copy app/.dockerignore: it is not a file')
  rmSync(file)
  execaSync('mkfifo', [file])
  expect(refusal()).toContain('.plimsoll/mine.yml is not a file')
})
