import { randomBytes } from 'node:crypto'
import { existsSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CACHE_LABEL, type ContainerEngine } from '../engine.ts'
import { runsAsRoot } from '../image/project-image.ts'
import { agentBinary } from '../sample/agent.ts'
import { samplesDirectory } from './plimsoll-home.ts'

/**
 * Removes a directory with its contents. A container that ran as root leaves files that only root may remove. In that
 * case, a container that runs as root empties the directory. It uses one of Plimsoll's images.
 * @throws the system's error if no engine could help
 */
export async function removeDirectory(directory: string, engines: ContainerEngine[]): Promise<void> {
  try {
    rmSync(directory, { recursive: true, force: true })
  } catch (error) {
    // A path through a link to itself leads to no directory. Node gives this error no code.
    if (!existsSync(dirname(directory))) return
    if (!['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    for (const engine of engines) await emptyByContainer(directory, engine)
    rmSync(directory, { recursive: true, force: true })
  }
}

/**
 * Removes the directories of a run, and the default directory of slots if no other run uses it.
 * @throws the system's error, as `removeDirectory`
 */
export async function removeRunDirectories(directories: string[], engines: ContainerEngine[]): Promise<void> {
  for (const directory of directories) await removeDirectory(directory, engines)
  for (const directory of [join(samplesDirectory(), 'slots'), samplesDirectory()]) {
    try {
      rmdirSync(directory)
    } catch {
      return // It is not there, or another run uses it.
    }
  }
}

/**
 * Returns one of Plimsoll's images, in which processes run as root. A project's image may have another USER without
 * permission to remove the files.
 */
async function rootsImage(engine: ContainerEngine): Promise<string | null> {
  for (const { kind, id } of await engine.listLabelled())
    if (kind === 'image' && (await runsAsRoot(engine, id))) return id
  return null
}

async function emptyByContainer(directory: string, engine: ContainerEngine): Promise<void> {
  const image = await rootsImage(engine)
  if (image === null) return
  const name = `plimsoll-remove-${randomBytes(6).toString('hex')}`
  const labels = { [CACHE_LABEL]: 'removal' }
  await engine.createVolume(name, labels)
  try {
    await engine.fillVolume(name, image, [{ from: agentBinary('linux', engine.architecture), to: 'agent' }], labels)
    await engine.run(
      {
        name,
        image,
        entrypoint: '/.plimsoll/agent',
        arguments: ['run', '--empty', '/place'],
        mounts: [
          { kind: 'bind', source: directory, target: '/place' },
          { kind: 'volume', source: name, target: '/.plimsoll', readOnly: true },
        ],
        labels,
      },
      600,
    )
  } finally {
    await engine.remove([
      { kind: 'container', id: name, run: null },
      { kind: 'volume', id: name, run: null },
    ])
  }
}
