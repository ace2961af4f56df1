import { statSync } from 'node:fs'
import { relative } from 'node:path'
import { canonicalize, type JsonValue, type Note, ownValue, shortList } from '@plimsoll/schema'
import {
  findWorkloads,
  listProjectWorkloads,
  listWorkloads,
  makeSelection,
  Problem,
  problemsOfWorkload,
  type Suite,
  type VariantRequest,
  type Workload,
  type WorkloadFile,
} from '@plimsoll/workloads'
import type { MeasureRequest } from './measure-request.ts'

export type Variants = NonNullable<MeasureRequest['variants']>
export type VariantWorkloads = { base: Workload[]; head: Workload[] }

/**
 * All workloads of each variant: the workloads of Plimsoll's catalog, and the project's own workloads in the variant's
 * folder.
 * @param command a workload that is in no file, which is then the only one of each variant
 * @throws Problem (2)
 */
export function findVariantWorkloads(variants: Variants, command: WorkloadFile | null = null): VariantWorkloads {
  return { base: ofVariant(variants.base, 'base', command), head: ofVariant(variants.head, 'head', command) }
}

function ofVariant({ directory, image }: VariantRequest, variant: string, command: WorkloadFile | null): Workload[] {
  if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory())
    throw new Problem(
      2,
      `The ${variant} ${relative('.', directory)} is no folder, and git knows no branch, tag or commit of that name here. Check the name; \`git fetch --tags\` gets those of the remote repository. A name of git needs a folder of a git repository.`,
    )
  return findWorkloads(directory, [], command).workloads.map((workload) =>
    workload.project === null || image === null ? workload : { ...workload, image: { name: image } },
  )
}

/**
 * The benchmarks that both variants have. They are those of the named workloads. Without names, they are those of all
 * the project's workloads that are in both folders.
 * @param say receives messages about omitted workloads
 * @throws Problem (2) if a named workload is not in both variants, or if the variants would not differ
 */
export function selectionOfVariants(
  variants: Variants,
  workloads: VariantWorkloads,
  names: string[],
  params: { name: string; value: string }[],
  say: (line: string) => void,
): Suite {
  const file = names.find((name) => /\.ya?ml$/.test(name))
  if (file)
    throw new Problem(
      2,
      `Each variant has its own ${file}, in its own folder. Give the name of the workload, not a file.`,
    )
  const chosen = names.length > 0 ? names : ownOfBoth(variants, workloads, say)
  for (const name of chosen) assertComparable(name, variants, workloads)
  const suite = makeSelection(
    workloads.head.filter(({ workload }) => chosen.includes(workload)),
    params,
  )
  return { ...suite, benchmarks: suite.benchmarks.map((entry) => inBoth(entry, workloads.base)) }
}

function ownOfBoth(variants: Variants, workloads: VariantWorkloads, say: (line: string) => void): string[] {
  for (const problem of listProjectWorkloads(variants.base.directory).problems) say(`! base: ${problem.message}`)
  assertReadable(variants)
  const [base, head] = [ownNames(workloads.base), ownNames(workloads.head)]
  for (const { text } of notesOnOneVariant(workloads)) say(text)
  const both = head.filter((name) => base.includes(name))
  if (both.length === 0)
    throw new Problem(
      2,
      'The folders of base and head have no workload in common. Add .plimsoll/NAME.yml to both, or name workloads.',
    )
  return both
}

/** For a check of all workloads of a project: notes on the workloads that only one variant has. */
export function notesOnOneVariant(workloads: VariantWorkloads): Note[] {
  const [base, head] = [ownNames(workloads.base), ownNames(workloads.head)]
  const missing = {
    base: head.filter((name) => !base.includes(name)),
    head: base.filter((name) => !head.includes(name)),
  }
  return (['base', 'head'] as const).flatMap((variant) => noteOnMissing(variant, missing[variant]))
}

/** The note on the workloads that a variant lacks. None if it lacks none. */
export function noteOnMissing(variant: 'base' | 'head', names: readonly string[]): Note[] {
  if (names.length === 0) return []
  const text = `These workloads are not in ${variant}, so they are not compared: ${shortList(names)}.`
  return [{ code: 'one-variant', text }]
}

function ownNames(list: Workload[]): string[] {
  return list.flatMap(({ workload, project }) => (project === null ? [] : [workload]))
}

/**
 * Rejects invalid workload files in head. The change that is checked may have broken these files, so they must not count
 * as missing.
 * @throws Problem (2)
 */
function assertReadable({ head }: Variants): void {
  const [problem] = listProjectWorkloads(head.directory).problems
  if (problem) throw new Problem(2, `head: ${problem.message}`)
}

function assertComparable(name: string, { base, head }: Variants, workloads: VariantWorkloads): void {
  for (const variant of ['base', 'head'] as const) {
    if (!workloads[variant].some(({ workload }) => workload === name)) {
      const [problem] = problemsOfWorkload({ base, head }[variant].directory, name)
      if (problem) throw new Problem(2, `${variant}: ${problem.message}`)
      throw new Problem(2, `Unknown workload '${name}' in ${variant}. Check the .plimsoll folder of that variant.`)
    }
  }
  assertSameMetric(name, workloads)
  if (!listWorkloads().some(({ workload }) => workload === name)) return
  if (base.image ?? head.image)
    throw new Problem(
      2,
      `${name} is a workload of Plimsoll's catalog and runs in Plimsoll's image. Use image= only with a project's own workloads.`,
    )
  if (base.engine === head.engine)
    throw new Problem(
      2,
      `${name} is a workload of Plimsoll's catalog and does not differ between the folders of base and head. Name a workload of the project, or give each variant an engine.`,
    )
}

/**
 * Checks that both variants define the primary metric of a workload in the same way.
 * @throws Problem (2)
 */
function assertSameMetric(name: string, workloads: VariantWorkloads): void {
  const [base, head] = (['base', 'head'] as const).map((variant) => {
    const metrics = workloads[variant].find(({ workload }) => workload === name)?.metrics
    return canonicalize((metrics?.find(({ primary }) => primary) ?? null) as unknown as JsonValue)
  })
  if (base !== head)
    throw new Problem(
      2,
      `The primary metric of ${name} differs between base and head, so the two cannot be compared. Define the same primary metric in both.`,
    )
}

/**
 * The benchmark of base that corresponds to a benchmark of head.
 * @throws Problem (2) if their params differ
 */
function inBoth(entry: Suite['benchmarks'][number], base: Workload[]): Suite['benchmarks'][number] {
  const there = base.find(({ workload }) => workload === entry.workload) as Workload
  const same =
    Object.keys(there.params).length === Object.keys(entry.params).length &&
    Object.entries(entry.params).every(([name, value]) => ownValue(there.params, name)?.includes(value))
  if (!same)
    throw new Problem(2, `The params of ${entry.workload} differ between base and head. Choose values that both have.`)
  return { ...entry, scenarios: entry.scenarios.filter((id) => there.scenarios.includes(id)) }
}
