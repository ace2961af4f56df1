// `npm run publish-images -- REPOSITORY`: builds the images of Plimsoll's catalog that are better pulled than built,
// for this machine's architecture. It pushes the images to a registry that Docker is logged in to. It skips images that
// published.json lists already. It prints the pushed images in the format of `sha256sum`.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  type ContainerEngine,
  findEngines,
  imagesToPublish,
  Problem,
  type PublishedImages,
  publishedImages,
} from '@plimsoll/workloads'
import { execa } from 'execa'

const FILE = fileURLToPath(new URL('../../workloads/image/published.json', import.meta.url))

/**
 * Pushes images of an engine to a registry.
 * @param names the names of images of the catalog, such as `plimsoll/fio:default-19c2b6925c79`
 * @param repository the target, such as `ghcr.io/owner/plimsoll`; the names of the pushed images begin with it
 * @returns all published images, and the pushed names with their digests
 */
export async function publishImages(
  names: string[],
  repository: string,
  engine: ContainerEngine,
  published: PublishedImages,
): Promise<{ published: PublishedImages; pushed: string[] }> {
  const { architecture } = engine
  const all = structuredClone(published)
  const pushed: string[] = []
  for (const name of names.filter((name) => !published[name]?.[architecture])) {
    const reference = `${repository}/${name.replace(/^plimsoll\//, '')}-${architecture}`
    console.error(`Pushing ${reference}`)
    await engine.tagImage(name, reference)
    await engine.pushImage(reference)
    const immutable = await withDigest(reference)
    all[name] = { ...all[name], [architecture]: immutable }
    pushed.push(immutable)
    await engine.untagImage(reference)
  }
  return { published: Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1))), pushed }
}

/** The reference of a pushed image by its digest, which Docker knows only after the push. */
async function withDigest(reference: string): Promise<string> {
  const digests = '{{range .RepoDigests}}{{println .}}{{end}}'
  const { stdout } = await execa('docker', ['image', 'inspect', '--format', digests, reference])
  const repository = reference.slice(0, reference.lastIndexOf(':'))
  const own = stdout.split('\n').find((name) => name.startsWith(`${repository}@`))
  if (!own) throw new Problem(3, `Docker reports no digest of ${reference} after the push. Push again.`)
  return own
}

if (import.meta.main) {
  const [repository, ...more] = process.argv.slice(2)
  if (!repository || more.length > 0 || !/^[a-z0-9.:-]+(\/[a-z0-9._-]+)+$/.test(repository)) {
    console.error('Name the repository in lower case: npm run publish-images -- ghcr.io/OWNER/plimsoll')
    process.exit(2)
  }
  const { engines } = await findEngines()
  const docker = engines.find(({ id }) => id === 'docker')
  if (!docker) throw new Problem(3, 'Docker not found. Run `npx plimsoll doctor` for details.')
  const names = await imagesToPublish(docker, (line) => console.error(line))
  const { published, pushed } = await publishImages(names, repository, docker, publishedImages())
  writeFileSync(FILE, `${JSON.stringify(published, null, 2)}\n`)
  for (const name of pushed) console.log(name.replace(/^(.*)@sha256:(.*)$/, '$2  $1'))
  console.error(
    `Wrote workloads/image/published.json. To merge it with the file of another architecture: jq --slurp '.[0] * .[1]'`,
  )
}
