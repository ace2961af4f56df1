import { readFileSync } from 'node:fs'

/** Plimsoll's only Dockerfile. It has one target per image. */
const DOCKERFILE = new URL('../../image/Dockerfile', import.meta.url)

/**
 * The part of the Dockerfile that a target needs: its own stage, and the stages that it builds on or copies from, in
 * the file's order. Docker's classic builder builds every stage before the target, so unneeded stages are left out.
 */
export function dockerfileFor(target: string, text = readFileSync(DOCKERFILE, 'utf8')): string {
  const [head = '', ...parts] = text.split(/^(?=FROM )/m)
  const stages = new Map(parts.map((part) => [/^FROM \S+ AS (\S+)/.exec(part)?.[1] ?? '', part]))
  if (!stages.has(target)) throw new Error(`the Dockerfile has no target ${target}`)
  const needed = new Set([target])
  for (const name of needed) for (const other of usedBy(stages.get(name) ?? '')) needed.add(other)
  return head + [...stages].flatMap(([name, stage]) => (needed.has(name) ? [stage] : [])).join('')
}

/** The names after FROM and COPY --from in a stage. A name is that of a stage or an image. */
function usedBy(stage: string): string[] {
  return [...stage.matchAll(/^(?:FROM |COPY --from=)(\S+)/gm)].map(([, name]) => name as string)
}
