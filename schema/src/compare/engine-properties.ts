import { emulatedEngines } from '../emulation.ts'
import type { Engine, Image, RunDocument } from '../run.v1.generated.ts'
import { bothIds, type Fact, fact, MEMORY, NONE, type Subject } from './property-comparison.ts'
import type { Pairs } from './pairs.ts'

const NOT_ASKED = 'not requested'

const SETTINGS = [
  ['vmType', 'VM type'],
  ['mountType', 'mount type'],
  ['cpus', 'CPUs'],
  ['memory', 'memory'],
  ['kernel', 'kernel'],
  ['storageDriver', 'storage driver'],
  ['cgroupVersion', 'cgroup version'],
] as const

/** The facts about the engines of two runs and about the images in these engines. */
export function engineFacts(a: RunDocument, b: RunDocument, pairs: Pairs): Fact[] {
  return [
    ...pairs.engines.flatMap((pair) => pairFacts(pair.a, pair.b)),
    ...pairs.enginesOnlyInA.map(({ id, product }) => fact('engine', product, NONE, { of: subject(id) })),
    ...pairs.enginesOnlyInB.map(({ id, product }) => fact('engine', NONE, product, { of: subject(id) })),
    ...imageFacts(a.images, b.images, pairs),
  ]
}

function pairFacts(a: Engine, b: Engine): Fact[] {
  const of = subject(bothIds(a.id, b.id))
  const emulated = emulatedEngines([a]).size + emulatedEngines([b]).size > 0
  const effect = { effect: 'The CPU is emulated: its times are compared with nothing outside.' }
  return [
    fact('accelerator', acceleratorOf(a), acceleratorOf(b), { of, ...(emulated && effect) }),
    fact('id', a.id, b.id, { of }),
    fact('product', a.product, b.product, { of }),
    fact('version', a.version, b.version, { of }),
    ...SETTINGS.flatMap(([setting, what]) => settingFacts(a, b, setting, what)),
  ]
}

function acceleratorOf({ effective: { accelerator, vmType } }: Engine): string | null {
  return accelerator?.value ?? (vmType.value === NONE ? NONE : null)
}

function settingFacts(a: Engine, b: Engine, setting: (typeof SETTINGS)[number][0], what: string): Fact[] {
  const of = subject(bothIds(a.id, b.id))
  const memory = setting === 'memory'
  const [left, right] = [a.effective[setting], b.effective[setting]]
  const effective = fact(what, left.value, right.value, { of, ...(memory && MEMORY) })
  if (left.value === null || right.value === null) {
    const [asked, other] = [a.requested[setting] ?? NOT_ASKED, b.requested[setting] ?? NOT_ASKED]
    if (asked === NOT_ASKED && other === NOT_ASKED) return [effective]
    return [effective, fact(`${what}, as requested`, asked, other, { of, ...(memory && { unit: 'bytes' }) })]
  }
  if (left.confidence === right.confidence) return [effective]
  return [effective, fact(`how the ${what} is known`, left.confidence, right.confidence, { of })]
}

/** Matches images by name and engine. Several workloads may use the same image. */
function imageFacts(a: readonly Image[], b: readonly Image[], pairs: Pairs): Fact[] {
  const ofA = new Map(pairs.engines.map((pair) => [pair.b.id, pair.a.id]))
  const inB = new Map(b.map((image) => [key(image, ofA.get(image.engine ?? '') ?? image.engine), image]))
  const inA = new Map(a.map((image) => [key(image, image.engine), image]))
  const matched = [...inA].map(([name, image]) => ({ image, other: inB.get(name) }))
  const taken = new Set(matched.map(({ other }) => other))
  return [
    ...matched.flatMap(({ image, other }) =>
      other === undefined ? [absent(image, image.digest, NONE)] : digestFacts(image, other),
    ),
    ...[...inB.values()].filter((image) => !taken.has(image)).map((image) => absent(image, NONE, image.digest)),
  ]
}

function digestFacts(a: Image, b: Image): Fact[] {
  const of: Subject = { kind: 'image', name: nameOf(a, b) }
  const digest = fact('image digest', a.digest, b.digest, { of })
  const packages = fact('installed packages', a.packagesDigest, b.packagesDigest, { of })
  const effect = 'The list of the installed packages is the same.'
  return [
    digest.same === false && packages.same === true ? { ...digest, effect } : digest,
    packages,
    fact('origin of the image', a.origin, b.origin, { of }),
  ]
}

function absent(image: Image, a: string, b: string): Fact {
  return fact('image', a, b, { of: { kind: 'image', name: nameOf(image) } })
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
