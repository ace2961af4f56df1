import { copyFileSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { agentBinary, type ContainerEngine } from '@plimsoll/workloads'
import { execa } from 'execa'
import { describe, expect, test } from 'vitest'
import { enginesForTest } from './engine.ts'

const engines = await enginesForTest()
const context = mkdtempSync(join(tmpdir(), 'plimsoll-left-'))
const TAG = `plimsoll-test/left:${process.pid}`
const LABELS = { 'plimsoll.run': `left-${process.pid}` }

describe.each(engines.map((engine) => [engine.id, engine] as const))('%s', (_, engine) => {
  test('containers of an image with VOLUME leave no volume, however they end', async () => {
    writeDockerfile(engine, 'VOLUME /data /other')
    await engine.buildImage({ context, target: null, tag: TAG, arguments: {}, labels: LABELS })
    const before = await namesOf('volumes')
    const options = (name: string) => ({
      ...{ name: `${TAG.replace(/\W/g, '-')}-${name}`, image: TAG, entrypoint: '/agent', labels: LABELS, mounts: [] },
      arguments: name === 'done' ? ['run', '--', '/agent', 'noop'] : ['hold', '/agent', '4096'],
    })
    await engine.run(options('done'), 60)
    await engine.remove([{ kind: 'container', id: options('done').name, run: null }])
    const late = new AbortController()
    setTimeout(() => late.abort(), 500)
    await engine.run(options('stopped'), 60, late.signal)
    await engine.readImageFile(TAG, '/agent', LABELS)
    await engine.remove([{ kind: 'image', id: TAG, run: null }])

    // Other tests use the same engine, and remove their volumes when they end.
    const made = (await namesOf('volumes')).filter((name) => !before.includes(name))
    const left = async () => (await namesOf('volumes')).filter((name) => made.includes(name))
    await expect.poll(left).toEqual([])
  })

  test.each([
    ['fails', 'RUN ["/no/such/program"]'],
    ['fails in its second stage', `FROM scratch\nLABEL test=${process.pid}\nRUN ["/no/such/program"]`],
    ['has two stages', 'FROM scratch\nCOPY --from=0 /agent /agent'],
  ])('a build that %s leaves no image without a name', async (_, end) => {
    writeDockerfile(engine, `LABEL test=${process.pid}\n${end}`)
    const build = engine.buildImage({ context, target: null, tag: TAG, arguments: {}, labels: LABELS })
    await build.catch((error) => expect(error.message).toContain('could not build an image'))
    await engine.untagImage(TAG)
    expect(await namesOf('images', '--filter', `label=test=${process.pid}`)).toEqual([])
  })

  async function namesOf(what: 'volumes' | 'images', ...filter: string[]): Promise<string[]> {
    const list = what === 'volumes' ? ['volume', 'ls'] : ['images', '--all']
    const { stdout } = await execa(engine.id, [...list, '--quiet', ...filter])
    return stdout.split('\n').filter((line) => line !== '')
  }
})

function writeDockerfile(engine: ContainerEngine, end: string): void {
  copyFileSync(agentBinary('linux', engine.architecture), join(context, 'agent'))
  writeFileSync(join(context, 'Dockerfile'), `FROM scratch\nCOPY agent /agent\n${end}\n`)
}
