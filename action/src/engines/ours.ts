import { CACHE_LABEL, type OurThing, RUN_LABEL } from '@plimsoll/workloads'
import { type EngineCommand, lines } from './engine-command.ts'

/** Everything in an engine that carries one of our labels. @throws Problem (3) */
export async function listOurs(command: EngineCommand): Promise<OurThing[]> {
  const all = await Promise.all([
    list(command, 'container', ['ps', '--all', '--format', '{{.ID}}'], RUN_LABEL),
    list(command, 'container', ['ps', '--all', '--format', '{{.ID}}'], CACHE_LABEL),
    list(command, 'volume', ['volume', 'ls', '--format', '{{.Name}}'], RUN_LABEL),
    list(command, 'network', ['network', 'ls', '--format', '{{.Name}}'], RUN_LABEL),
    list(command, 'image', ['images', '--format', '{{.ID}}'], CACHE_LABEL),
  ])
  return all.flat()
}

/** Remove such things. What cannot be removed stays, and is listed again. */
export async function removeThings(command: EngineCommand, things: OurThing[]): Promise<void> {
  const of = (kind: OurThing['kind']) => things.flatMap((thing) => (thing.kind === kind ? [thing.id] : []))
  // Containers first: what is in use cannot be removed.
  for (const [kind, args] of [
    ['container', ['rm', '--force']],
    ['volume', ['volume', 'rm', '--force']],
    ['network', ['network', 'rm']],
    ['image', ['rmi', '--force']],
  ] as const) {
    const ids = of(kind)
    if (ids.length > 0) await command.call([...args, ...ids])
  }
}

/** One listing, with the run each thing belongs to read from its label. */
async function list(
  command: EngineCommand,
  kind: OurThing['kind'],
  args: string[],
  label: string,
): Promise<OurThing[]> {
  const { stdout } = await command.must([...args, '--filter', `label=${label}`], 'list what is there')
  const ids = [...new Set(lines(stdout))]
  if (label === CACHE_LABEL || ids.length === 0) return ids.map((id) => ({ kind, id, run: null }))
  const format = kind === 'container' ? `{{index .Config.Labels "${label}"}}` : `{{index .Labels "${label}"}}`
  return Promise.all(
    ids.map(async (id) => ({
      kind,
      id,
      run: (await command.call([kind, 'inspect', '--format', format, id])).stdout.trim() || null,
    })),
  )
}
