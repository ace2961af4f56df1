import { readFileSync } from 'node:fs'

/** The one Dockerfile, with a target per toolchain. */
const DOCKERFILE = new URL('../../image/Dockerfile', import.meta.url)

/**
 * The part of the Dockerfile that a target is made from: its own stage and those it builds on or copies from, in the
 * file's order. The classic builder builds every stage that stands before the target, needed or not; this way it has
 * no others.
 */
export function dockerfileFor(target: string, text = readFileSync(DOCKERFILE, 'utf8')): string {
  const [head = '', ...parts] = text.split(/^(?=FROM )/m)
  const stages = new Map(parts.map((part) => [/^FROM \S+ AS (\S+)/.exec(part)?.[1] ?? '', part]))
  if (!stages.has(target)) throw new Error(`the Dockerfile has no target ${target}`)
  const needed = new Set([target])
  for (const name of needed) for (const other of usedBy(stages.get(name) ?? '')) needed.add(other)
  return head + [...stages].flatMap(([name, stage]) => (needed.has(name) ? [stage] : [])).join('')
}

/** The names after FROM and COPY --from: other stages, or images. */
function usedBy(stage: string): string[] {
  return [...stage.matchAll(/^(?:FROM |COPY --from=)(\S+)/gm)].map(([, name]) => name as string)
}
