import { emulatedEngines } from '../emulation.ts'
import { comparableDigests } from '../image-digests.ts'
import type { Engine, Image, RunDocument } from '../run.v1.generated.ts'
import type { Pairs } from './pairs.ts'
import { bothIds, compareProperty, MEMORY, NONE, type PropertyComparison, type Subject } from './property-comparison.ts'

const NOT_REQUESTED = 'not requested'

const SETTINGS = [
  ['vmType', 'VM type'],
  ['mountType', 'mount type'],
  ['cpus', 'CPUs'],
  ['memory', 'memory'],
  ['kernel', 'kernel'],
  ['storageDriver', 'storage driver'],
  ['cgroupVersion', 'cgroup version'],
] as const

/** The properties of the engines of two runs, and of the images in these engines. */
export function engineProperties(a: RunDocument, b: RunDocument, pairs: Pairs): PropertyComparison[] {
  return [
    ...pairs.engines.flatMap((pair) => enginePairProperties(pair.a, pair.b)),
    ...pairs.enginesOnlyInA.map(({ id, product }) => compareProperty('engine', product, NONE, { of: subject(id) })),
    ...pairs.enginesOnlyInB.map(({ id, product }) => compareProperty('engine', NONE, product, { of: subject(id) })),
    ...imageProperties(a.images, b.images, pairs),
  ]
}

function enginePairProperties(a: Engine, b: Engine): PropertyComparison[] {
  const of = subject(bothIds(a.id, b.id))
  const emulated = emulatedEngines([a]).size + emulatedEngines([b]).size > 0
  const effect = { effect: 'The CPU is emulated, so its times have no ratio.' }
  const product = compareProperty('product', a.product, b.product, { of })
  return [
    compareProperty('accelerator', acceleratorOf(a), acceleratorOf(b), { of, ...(emulated && effect) }),
    // Engines of two products have two ids, which say nothing more.
    ...(product.same === false ? [] : [compareProperty('id', a.id, b.id, { of })]),
    product,
    compareProperty('version', a.version, b.version, { of }),
    compareProperty('privileges', privilegesOf(a), privilegesOf(b), { of }),
    ...SETTINGS.flatMap(([setting, what]) => settingProperties(a, b, setting, what)),
  ]
}

function acceleratorOf({ effective: { accelerator, vmType } }: Engine): string | null {
  return accelerator?.value ?? (vmType.value === NONE ? NONE : null)
}

function privilegesOf({ effective: { privileges } }: Engine): string | null {
  return privileges?.value ?? null
}

function settingProperties(
  a: Engine,
  b: Engine,
  setting: (typeof SETTINGS)[number][0],
  what: string,
): PropertyComparison[] {
  const of = subject(bothIds(a.id, b.id))
  const memory = setting === 'memory'
  const [left, right] = [a.effective[setting], b.effective[setting]]
  const effective = compareProperty(what, left.value, right.value, { of, ...(memory && MEMORY) })
  if (left.value !== null && right.value !== null) return [effective]
  const [ours, theirs] = [a.requested[setting] ?? NOT_REQUESTED, b.requested[setting] ?? NOT_REQUESTED]
  if (ours === NOT_REQUESTED && theirs === NOT_REQUESTED) return [effective]
  return [effective, compareProperty(`${what}, as requested`, ours, theirs, { of, ...(memory && { unit: 'bytes' }) })]
}

/** Matches images by name and engine. Several workloads may use the same image. */
function imageProperties(a: readonly Image[], b: readonly Image[], pairs: Pairs): PropertyComparison[] {
  const ofA = new Map(pairs.engines.map((pair) => [pair.b.id, pair.a.id]))
  const inB = new Map(b.map((image) => [key(image, ofA.get(image.engine ?? '') ?? image.engine), image]))
  const inA = new Map(a.map((image) => [key(image, image.engine), image]))
  const matched = [...inA].map(([name, image]) => ({ image, other: inB.get(name) }))
  const taken = new Set(matched.map(({ other }) => other))
  return [
    ...matched.flatMap(({ image, other }) =>
      other === undefined ? [absent(image, image.digest, NONE)] : digestProperties(image, other),
    ),
    ...[...inB.values()].filter((image) => !taken.has(image)).map((image) => absent(image, NONE, image.digest)),
  ]
}

function digestProperties(a: Image, b: Image): PropertyComparison[] {
  const of: Subject = { kind: 'image', name: nameOf(a, b) }
  const digest = compareProperty('image digest', ...comparableDigests(a, b), { of })
  const packages = compareProperty('installed packages', a.packagesDigest, b.packagesDigest, { of })
  const effect = 'The list of the installed packages is the same.'
  return [
    digest.same === false && packages.same === true ? { ...digest, effect } : digest,
    packages,
    compareProperty('origin of the image', a.origin, b.origin, { of }),
  ]
}

function absent(image: Image, a: string, b: string): PropertyComparison {
  return compareProperty('image', a, b, { of: { kind: 'image', name: nameOf(image) } })
}

function key({ name }: Image, engine: string | null): string {
  return JSON.stringify([name, engine])
}

function nameOf({ name, engine }: Image, other?: Image): string {
  return engine === null ? name : `${name} · ${bothIds(engine, other?.engine ?? engine)}`
}

function subject(name: string): Subject {
  return { kind: 'engine', name }
}
