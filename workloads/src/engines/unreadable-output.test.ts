import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ContainerCli } from './container-cli.ts'
import { dockerEventFlags } from './container-events.ts'
import { describeDocker } from './docker.ts'

/** An engine whose command prints the same text for every query. */
function engine(printed: string): ContainerCli {
  const directory = mkdtempSync(join(tmpdir(), 'plimsoll-'))
  const program = join(directory, 'docker')
  writeFileSync(program, `#!/bin/sh\necho '${printed}'\n`, { mode: 0o755 })
  return new ContainerCli({
    ...{ id: 'docker', product: 'Docker Engine', version: null, architecture: 'x64', sharesHostKernel: false },
    command: [program],
    eventFlags: dockerEventFlags,
    description: describeDocker({ id: 'docker', product: 'Docker Engine' }, {}),
  })
}

test('an image whose configuration cannot be read is a problem with a remedy', async () => {
  await expect(engine('<no value>').imageConfig('debian')).rejects.toMatchObject({
    exitCode: 3,
    message: expect.stringMatching(/image inspect debian` printed nothing that Plimsoll can read\. Run it yourself/),
  })
})

test.each(['', 'invalid IP'])('a container whose address is %j has none', async (printed) => {
  await expect(engine(printed).address('peer', 'net')).rejects.toMatchObject({
    exitCode: 3,
    message: expect.stringMatching(/reports no address of the container peer\. See `.*docker logs peer`/),
  })
})

test('an address is read', async () => {
  expect(await engine('10.89.0.2').address('peer', 'net')).toBe('10.89.0.2')
})
