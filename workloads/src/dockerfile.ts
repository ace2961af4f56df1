import { readFileSync } from 'node:fs'

/** The one Dockerfile, with a target per toolchain. */
const DOCKERFILE = new URL('../image/Dockerfile', import.meta.url)

/**
 * The part of the Dockerfile that a target is made from: its own stage and those it builds on. The classic builder
 * builds every stage that stands before the target, needed or not; this way it has no others.
 */
export function dockerfileFor(target: string, text = readFileSync(DOCKERFILE, 'utf8')): string {
  const [head = '', ...parts] = text.split(/^(?=FROM )/m)
  const stages = new Map(parts.map((part) => [/^FROM \S+ AS (\S+)/.exec(part)?.[1] ?? '', part]))
  const needed: string[] = []
  for (let name: string | undefined = target; name !== undefined; name = parentOf(stages.get(name))) {
    const stage = stages.get(name)
    if (stage === undefined) break
    needed.unshift(stage)
  }
  if (needed.length === 0) throw new Error(`the Dockerfile has no target ${target}`)
  return head + needed.join('')
}

function parentOf(stage: string | undefined): string | undefined {
  return stage && /^FROM (\S+) AS/.exec(stage)?.[1]
}
