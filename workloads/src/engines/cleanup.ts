import { CACHE_LABEL, type LabelledResource, OWNER_LABEL, RUN_LABEL } from '../engine.ts'
import { Problem } from '../problem.ts'
import { type EngineCommand, lines } from './engine-command.ts'

/**
 * The number of ids in one call of the engine's command. A killed check can leave over a thousand containers. One call
 * for each would be slow, and the length of a command line is limited.
 */
const AT_ONCE = 100

type Kind = LabelledResource['kind']

const LISTING: Record<Kind, string[]> = {
  container: ['ps', '--all', '--no-trunc', '--format', '{{.ID}}'],
  volume: ['volume', 'ls', '--format', '{{.Name}}'],
  network: ['network', 'ls', '--format', '{{.Name}}'],
  image: ['images', '--format', '{{.ID}}'],
}

/** Removes a container, and the volumes without a name or label that the engine made for each VOLUME of its image. */
export const REMOVE_CONTAINER = ['rm', '--force', '--volumes'] as const

/**
 * Every object in an engine that has one of Plimsoll's labels.
 * @throws Problem (3)
 */
export async function listLabelledObjects(command: EngineCommand): Promise<LabelledResource[]> {
  const all = await Promise.all([
    ofRuns(command, 'container'),
    ofCache(command, 'container'),
    ofRuns(command, 'volume'),
    ofRuns(command, 'network'),
    ofCache(command, 'image'),
  ])
  return all.flat()
}

/**
 * Removes containers, volumes, networks and images. An object that cannot be removed stays, and the next listing
 * contains it.
 */
export async function removeObjects(command: EngineCommand, things: LabelledResource[]): Promise<void> {
  const of = (kind: Kind) => things.flatMap((thing) => (thing.kind === kind ? [thing.id] : []))
  // Remove containers first, because an object that a container uses cannot be removed.
  for (const [kind, args] of [
    ['container', REMOVE_CONTAINER],
    ['volume', ['volume', 'rm', '--force']],
    ['network', ['network', 'rm']],
    ['image', ['rmi', '--force']],
  ] as const) {
    for (const ids of batches(of(kind))) await command.call([...args, ...ids])
  }
}

async function ofCache(command: EngineCommand, kind: Kind): Promise<LabelledResource[]> {
  return (await list(command, kind, CACHE_LABEL)).map((id) => ({ kind, id, run: null }))
}

/**
 * The containers, volumes or networks of runs, with the run of each object. Throws if the run of an object is unknown,
 * because such an object would never be removed.
 */
async function ofRuns(command: EngineCommand, kind: Kind): Promise<LabelledResource[]> {
  const ids = await list(command, kind, RUN_LABEL)
  const runs = new Map<string, { run: string; owner: string }>()
  let said = ''
  for (const some of batches(ids)) {
    const { stdout, stderr } = await command.call([kind, 'inspect', '--format', withRun(kind), ...some])
    for (const [id = '', run = '', owner = ''] of lines(stdout).map((line) => line.split(' ')))
      runs.set(id, { run, owner })
    said ||= lines(stderr)[0] ?? ''
  }
  // List the objects again, because other active runs may have removed their own objects meanwhile.
  if (ids.some((id) => !runs.has(id))) {
    const missing = (await list(command, kind, RUN_LABEL)).filter((id) => ids.includes(id) && !runs.has(id))
    if (missing.length > 0)
      throw new Problem(3, `The engine did not report which run the ${kind} ${missing[0]} belongs to: ${said}`)
  }
  return ids.flatMap((id) => {
    const known = runs.get(id)
    return known ? [{ kind, id, run: known.run || null, owner: known.owner }] : []
  })
}

async function list(command: EngineCommand, kind: Kind, label: string): Promise<string[]> {
  const { stdout } = await command.must([...LISTING[kind], '--filter', `label=${label}`], `list its ${kind}s`)
  return [...new Set(lines(stdout))]
}

/** The template for `inspect`. It prints an object's id, as in the listing, the object's run, and the run's process. */
function withRun(kind: Kind): string {
  const [id, labels] = kind === 'container' ? ['.Id', '.Config.Labels'] : ['.Name', '.Labels']
  return `{{${id}}} {{index ${labels} "${RUN_LABEL}"}} {{index ${labels} "${OWNER_LABEL}"}}`
}

function batches(ids: string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, n) => ids.slice(n * AT_ONCE, (n + 1) * AT_ONCE))
}
