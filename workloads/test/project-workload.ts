import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A project's own workload for tests. The position of each line matters, because errors name the line. */
export const VALID = `workload: mine
title: Mine
question: How long?
image: { dockerfile: Dockerfile, context: app }
params: { size: [1, 2] }
copy:
  - { from: ./fixtures, to: data }
  - { from: ./one.txt, to: copy.txt }
prepare: [touch, "\${target}/a"]
run: [cat, "\${target}/data/a", "\${size}"]
times: 3
metrics:
  - { name: duration, unit: ns, better: lower, primary: true, from: wall }
  - { name: later, unit: ns, better: lower, primary: false, from: repeat }
  - { name: lines, unit: operations, better: higher, primary: false, per: duration, from: { regex: "^([0-9]+) lines$" } }
unsupported: [{ says: no such syscall, because: the kernel is too old }]
verify: [{ params: { size: 1 }, directory: data, files: 1, links: 0 }]
scenarios: [layer, volume]
`

/** Creates a directory for projects. The caller removes it. */
export function makeScratch(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'plimsoll-own-')))
}

/**
 * Creates a new project with the workload `VALID` and its inputs.
 * @returns the project's directory
 */
export function makeProject(scratch: string): string {
  const project = mkdtempSync(join(scratch, 'project-'))
  for (const name of ['.plimsoll', 'fixtures', 'app']) mkdirSync(join(project, name))
  for (const name of ['fixtures/a', 'one.txt', 'Dockerfile', 'app/main']) writeFileSync(join(project, name), name)
  writeFileSync(join(project, '.plimsoll/mine.yml'), VALID)
  return project
}
