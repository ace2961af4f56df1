import { readdirSync } from 'node:fs'
import type { ContainerEngine } from '@plimsoll/workloads'
import type { SshOptions } from './ssh-connection.ts'

/** What a product's file found: an engine that answers, or a sentence on what is there but does not, and the remedy. */
export type Finding = { engine: ContainerEngine } | { problem: string }

/** What the user says of engines that cannot be found by looking. */
export interface EngineOptions {
  ssh?: SshOptions | undefined
}

/** Look for every engine on this machine. Each file of this folder that exports `find` is asked. */
export async function findEngines(
  options: EngineOptions = {},
): Promise<{ engines: ContainerEngine[]; problems: string[] }> {
  const files = readdirSync(new URL('.', import.meta.url)).filter((name) => /^(?!.*\.test\.).*\.ts$/.test(name))
  const findings = await Promise.all(
    files.sort().map(async (name) => {
      const { find } = (await import(`./${name.replace(/\.ts$/, '')}.ts`)) as {
        find?: (options: EngineOptions) => Promise<Finding[]>
      }
      return (await find?.(options)) ?? []
    }),
  )
  const engines = findings.flat().flatMap((finding) => ('engine' in finding ? [finding.engine] : []))
  const problems = findings.flat().flatMap((finding) => ('problem' in finding ? [finding.problem] : []))
  return { engines, problems }
}
