import { CACHE_LABEL, type OurThing, Problem, RUN_LABEL } from '@plimsoll/workloads'
import { type EngineCommand, lines } from './engine-command.ts'

/** How many things are named in one call: a killed check leaves more than a thousand, and a call is a process, with an end. */
const AT_ONCE = 100

type Kind = OurThing['kind']

const LISTING: Record<Kind, string[]> = {
  container: ['ps', '--all', '--no-trunc', '--format', '{{.ID}}'],
  volume: ['volume', 'ls', '--format', '{{.Name}}'],
  network: ['network', 'ls', '--format', '{{.Name}}'],
  image: ['images', '--format', '{{.ID}}'],
}

/** Everything in an engine that carries one of our labels. @throws Problem (3) */
export async function listOurs(command: EngineCommand): Promise<OurThing[]> {
  const all = await Promise.all([
    ofRuns(command, 'container'),
    ofCache(command, 'container'),
    ofRuns(command, 'volume'),
    ofRuns(command, 'network'),
    ofCache(command, 'image'),
  ])
  return all.flat()
}

/** Remove such things. What cannot be removed stays, and is listed again. */
export async function removeThings(command: EngineCommand, things: OurThing[]): Promise<void> {
  const of = (kind: Kind) => things.flatMap((thing) => (thing.kind === kind ? [thing.id] : []))
  // Containers first: what is in use cannot be removed.
  for (const [kind, args] of [
    ['container', ['rm', '--force']],
    ['volume', ['volume', 'rm', '--force']],
    ['network', ['network', 'rm']],
    ['image', ['rmi', '--force']],
  ] as const) {
    for (const ids of batches(of(kind))) await command.call([...args, ...ids])
  }
}

async function ofCache(command: EngineCommand, kind: Kind): Promise<OurThing[]> {
  return (await list(command, kind, CACHE_LABEL)).map((id) => ({ kind, id, run: null }))
}

/** The things of runs, with the run each belongs to. One that nobody could tell the run of would stay for ever. */
async function ofRuns(command: EngineCommand, kind: Kind): Promise<OurThing[]> {
  const ids = await list(command, kind, RUN_LABEL)
  const runs = new Map<string, string>()
  let said = ''
  for (const some of batches(ids)) {
    const { stdout, stderr } = await command.call([kind, 'inspect', '--format', withRun(kind), ...some])
    for (const [id = '', run = ''] of lines(stdout).map((line) => line.split(' '))) runs.set(id, run)
    said ||= lines(stderr)[0] ?? ''
  }
  // Other runs go on meanwhile, and remove what is theirs.
  if (ids.some((id) => !runs.has(id))) {
    const untold = (await list(command, kind, RUN_LABEL)).filter((id) => ids.includes(id) && !runs.has(id))
    if (untold.length > 0)
      throw new Problem(3, `The engine could not say which run the ${kind} ${untold[0]} is of: ${said}`)
  }
  return ids.flatMap((id) => (runs.has(id) ? [{ kind, id, run: runs.get(id) || null }] : []))
}

async function list(command: EngineCommand, kind: Kind, label: string): Promise<string[]> {
  const { stdout } = await command.must([...LISTING[kind], '--filter', `label=${label}`], 'list what is there')
  return [...new Set(lines(stdout))]
}

/** What `inspect` is to print of a thing: its id, as the listing has it, and its run. */
function withRun(kind: Kind): string {
  const [id, labels] = kind === 'container' ? ['.Id', '.Config.Labels'] : ['.Name', '.Labels']
  return `{{${id}}} {{index ${labels} "${RUN_LABEL}"}}`
}

function batches(ids: string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, n) => ids.slice(n * AT_ONCE, (n + 1) * AT_ONCE))
}
