import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { RunDocument } from '@plimsoll/schema'
import { type ContainerEngine, catalogImage, readProjectWorkload } from '@plimsoll/workloads'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildProgram } from '../../workloads/agent/build.ts'
import { compileInto, muslTree } from '../../workloads/agent/test/images.ts'
import type { EngineImage } from '../../workloads/src/engine.ts'
import { networkProblem } from '../../workloads/src/engines/podman.ts'
import { makeProjectBuild, projectImageTag, writableTag } from '../../workloads/src/image/project-image.ts'
import type { ImageSource } from '../../workloads/src/read-catalog/workload.ts'
import { enginesForTest, IS_FULL } from './engine.ts'
import { fromCatalog, measure } from './measure.ts'
import { workloadFile } from './workload-file.ts'

const engines = await enginesForTest()
const blocked = await networkProblem()
const project = mkdtempSync(join(tmpdir(), 'plimsoll-own-'))
const MUSL = process.arch === 'arm64' ? 'aarch64-linux-musl' : 'x86_64-linux-musl'
const source = new URL('own/work.c', import.meta.url).pathname

/** A configuration of the docker client that Docker passes to every container. */
const PROXY = { proxies: { default: { httpProxy: 'http://user:secret@proxy.invalid:1' } } }

beforeAll(async () => {
  for (const [name, text] of Object.entries({
    'fixtures/lines': 'one\ntwo\nthree\n',
    'fixtures/deep/$(touch pwned); "a", \'b\' `c` --volume=|:': 'no shell reads a name',
    'one.txt': 'one',
    'client/config.json': JSON.stringify(PROXY),
    'distroless/Dockerfile': 'FROM scratch\nARG KIND\nENV KIND=${KIND}\nCOPY root /\n',
    'distroless/.dockerignore': '*\n!root\nroot/unwanted\n',
    'distroless/root/unwanted': 'left out',
    'user/Dockerfile':
      'FROM scratch\nENV KIND="of image"\nCOPY root /\nWORKDIR /srv\nUSER 65534:65534\nENTRYPOINT ["/no/such/entrypoint"]\n',
    'musl/Dockerfile': 'FROM scratch\nCOPY root /\n',
  }))
    write(name, text)
  for (const image of ['distroless', 'user']) await compileInto(join(project, image, 'root'), source, 'bin/work')
  const musl = await muslTree(project)
  if (musl) cpSync(musl, join(project, 'musl/root'), { recursive: true })
  mkdirSync(join(project, 'musl/root/bin'), { recursive: true })
  await buildProgram(source, join(project, 'musl/root/bin/work'), ['-target', MUSL, '-dynamic'])
  copyFileSync(join(project, 'distroless/root/bin/work'), join(project, 'work'))
  process.env.DOCKER_CONFIG = join(project, 'client')
  if (engines[0]) debian = await catalogImage(fromCatalog('metadata'), { files: 500 }, engines[0], () => {})
})

afterAll(async () => {
  delete process.env.DOCKER_CONFIG
  for (const engine of engines) for (const tag of made) await engine.untagImage(tag)
  rmSync(project, { recursive: true, force: true })
})

/** The name of an image with a shell. */
let debian: string

const made = new Set<string>()

describe.skipIf(engines.length === 0)("a project's own workload", () => {
  const everywhere = ['layer', 'volume', 'tmpfs', 'bind-volume', 'bind']
  const somewhere = IS_FULL ? everywhere : ['layer', 'bind']
  const images = [
    {
      ...{ image: 'musl', scenarios: somewhere, args: {}, more: 'home: slot' },
      seen: { user: 0, image: 0, variables: 3, home: 1 },
    },
    {
      ...{ image: 'distroless', scenarios: somewhere, args: { KIND: 'of image' }, more: '' },
      seen: { user: 0, image: 1, variables: 4, home: 0 },
    },
    {
      ...{ image: 'user', scenarios: everywhere, args: {}, more: '' }, // It has a USER and an ENTRYPOINT.
      seen: { user: 65534, image: 1, variables: 4, home: 0 },
    },
  ]
  let document: RunDocument
  const of = (name: string) => document.benchmarks.filter(({ workload }) => workload === name)
  const reasons = (name: string) => of(name).map(({ reason }) => reason)
  /** The value of a metric in each sample of a workload. */
  const valuesOf = (name: string, metric: string) =>
    of(name).flatMap(({ samples }) => samples.map(({ values }) => values[metric]))

  beforeAll(async () => {
    const [engine] = engines as [ContainerEngine]
    await engine.tagImage(debian, 'plimsoll-test/named:1')
    made.add('plimsoll-test/named:1')
    for (const { image, scenarios, args, more } of images)
      own(image, {
        ...{ scenarios: scenarios.join(', '), more },
        image: `{ dockerfile: ${image}/Dockerfile, context: ${image}, arguments: ${JSON.stringify(args)} }`,
      })
    own('placed', { program: '${target}/work', copy: '{ from: ./work, to: . }', scenarios: 'native, layer', files: 6 })
    shell('named', { image: '{ name: "plimsoll-test/named:1" }' })
    shell('start', {
      image: '{ dockerfile: distroless/Dockerfile, context: distroless }',
      ...{ kind: 'container-start', run: '[/bin/work, prepare, /made]' },
    })
    const warm = {
      ...{ run: `[sh, -c, 'grep warm "$HOME/cache" && test "$PWD" = /work']`, scenarios: '[layer, bind]' },
    }
    build('home', 'RUN useradd --create-home app\nUSER app\nRUN echo warm > ~/cache', warm)
    build('home-slot', 'RUN echo warm > ~/cache', { ...warm, home: 'slot' })
    writeServed()
    shell('ended', {
      image: `{ name: "${debian}" }`,
      services: `{ database: { image: "${debian}", command: [sh, -c, 'echo no space >&2; exit 1'], healthy: ['true'] } }`,
    })
    setUp('setup', '', 'touch /usr/local/installed')
    setUp('setup-user', 'RUN useradd --create-home app\nUSER app\n', 'touch ~/installed')
    document = await measured(
      ...[...images.map(({ image }) => image), 'placed', 'named', 'start', 'home', 'home-slot'],
      ...['served', 'ended', 'setup', 'setup-user'],
    )
  })

  test.each(images)(
    "an image $image runs it wherever its files live, in every engine, with nothing of the client's environment",
    ({ image, scenarios, seen }) => {
      expect(of(image).map(({ scenario, engine, reason }) => ({ scenario, engine, reason }))).toEqual(
        engines.flatMap(({ id }) => scenarios.map((scenario) => ({ scenario, engine: id, reason: null }))),
      )
      for (const { samples } of of(image))
        expect(samples[0]?.values).toEqual({
          duration: expect.any(Number),
          later: [expect.any(Number), expect.any(Number)],
          lines: 3,
          file: 1,
          ...seen,
        })
      const built = document.images.filter(({ name }) => name === builtFor(image))
      expect(new Set(built.map(({ contentDigest }) => contentDigest)).size).toBe(1)
      expect(built.map(({ origin }) => origin)).toEqual(engines.map(() => 'built'))
    },
  )

  test('it runs on the host, too, with a program of the project', () => {
    expect(reasons('placed')).toEqual(['native', ...engines].map(() => null))
    expect(JSON.stringify(document)).not.toContain(project)
  })

  test('an image that has a name is taken as it is, and carried to the engines that lack it', () => {
    expect(reasons('named')).toEqual(engines.map(() => null))
    // The document does not disclose the project's registry; the digests identify the image.
    const names = document.images.map(({ name }) => name)
    expect(names.filter((name) => name === 'named:1')).toEqual(engines.map(() => 'named:1'))
  })

  test.skipIf(engines.length < 2)(
    'engines that mean different images by a name run the same one, and keep their names',
    async () => {
      const [first, second] = engines as [ContainerEngine, ContainerEngine]
      const [one, other] = [await imageOf(first, 'user'), await imageOf(second, 'distroless')]
      await first.tagImage(one.id, 'plimsoll-test/two:1')
      await second.tagImage(other.id, 'plimsoll-test/two:1')
      made.add('plimsoll-test/two:1')
      own('two', { image: '{ name: "plimsoll-test/two:1" }', scenarios: 'layer' })
      const document = await measured('two')
      expect(document.benchmarks.map(({ reason }) => reason)).toEqual(engines.map(() => null))
      expect(document.images.map(({ contentDigest }) => contentDigest)).toEqual(engines.map(() => one.content))
      expect(await second.image('plimsoll-test/two:1')).toEqual(other)
    },
  )

  test('a start of its container is timed from outside', () => {
    expect(reasons('start')).toEqual(engines.map(() => null))
  })

  test('an image with files where the work will lie is refused', async () => {
    write('full/Dockerfile', 'FROM scratch\nCOPY app /work/app\n')
    write('full/app', 'not seen in a bind mount')
    own('full', { image: '{ dockerfile: full/Dockerfile, context: full }' })
    const refused = await measured('full').catch((error: Error) => error.message)
    expect(refused).toMatch(/^The image of full has files in \/work/)
    made.add(builtFor('full'))
  })

  test('a Dockerfile that cannot be built is a mistake of the project, told before anything is measured', async () => {
    write('broken/Dockerfile', 'FROM scratch\nCOPY nothing /\n')
    own('broken', { image: '{ dockerfile: broken/Dockerfile, context: broken }' })
    await expect(measured('broken')).rejects.toThrow('The Dockerfile of broken could not be built.')
    write('broken/Dockerfile', `FROM ${debian}\nRUN seq 40; echo 'a.c:1:1: error: no b' >&2; seq 50; exit 2\n`)
    await expect(measured('broken')).rejects.toThrow(/could not build an image: a\.c:1:1: error: no b\n {2}…/)
  })

  test('what the image keeps in its HOME is found there, but not with home: slot', () => {
    expect(of('home').map(({ status }) => status)).toEqual(of('home').map(() => 'ok'))
    expect(of('home-slot').map(({ status }) => status)).toEqual(of('home-slot').map(() => 'failed'))
  })

  test('services run beside each sample, healthy before it starts, and each finds those before it', () => {
    // Docker's firewall may keep the containers of Podman from each other.
    expect(reasons('served')).toEqual(of('served').map(({ engine }) => (engine === 'podman' ? blocked : null)))
    for (const { samples, reason } of of('served'))
      expect(samples[0]?.values.number).toBe(reason === null ? 41 : undefined)
    // A look-up without an answer takes 10 s.
    for (const duration of valuesOf('served', 'duration')) expect(Number(duration ?? 0) / 1e9).toBeLessThan(10)
  })

  test('a service that ends is the reason why a sample fails, with what it said', () => {
    expect(reasons('ended')[0]).toBe('The service database ended before it was healthy\n  no space')
  })

  test.each(['setup', 'setup-user'])(
    'a %s runs once in each engine, with a network, and every sample has what it made',
    (name) => {
      expect(reasons(name)).toEqual(reasons(name).map(() => null))
      expect(new Set(valuesOf(name, 'made')).size).toBe(engines.length)
    },
  )
})

const DURATION = '  - { name: duration, unit: ns, better: lower, primary: true, from: wall }'

/** The duration, and a number in what the command prints. */
const withNumber = (name: string) =>
  `\n${DURATION}\n  - { name: ${name}, unit: operations, better: lower, primary: false, from: { regex: '([0-9]+)' } }`

/** Writes a workload with these fields. */
function shell(name: string, fields: Record<string, string>): void {
  write(`.plimsoll/${name}.yml`, workloadFile(name, fields))
}

/** Writes a workload whose image has a shell and these steps more. */
function build(name: string, steps: string, fields: Record<string, string>): void {
  write(`${name}/Dockerfile`, `FROM ${debian}\n${steps}\n`)
  shell(name, { ...fields, image: `{ dockerfile: ${name}/Dockerfile, context: ${name} }` })
}

/** Writes a workload with a setup that leaves the time, an installed file and the names of its networks. */
function setUp(name: string, steps: string, install: string): void {
  const installed = 'test -e /usr/local/installed || test -e ~/installed'
  build(name, steps, {
    copy: '[{ from: ./one.txt, to: one.txt }]',
    setup: `[sh, -ec, 'test -e one.txt; sleep 0.01; date +1%N > made; ${install}; ls /sys/class/net > networks']`,
    run: `[sh, -ec, '${installed}; grep -qv lo networks; test made -nt one.txt; cat made']`,
    metrics: withNumber('made'),
    scenarios: '[layer, volume, bind]',
  })
}

/** Writes a workload whose second service passes on what the first one answers. */
function writeServed(): void {
  const perl = (script: string) => ['perl', '-MIO::Socket::INET', '-e', script]
  const server = (port: number, answer: string) =>
    JSON.stringify(
      perl(
        `$s = IO::Socket::INET->new(LocalPort => ${port}, Listen => 9) or die; while ($c = $s->accept) { print $c ${answer}; close $c }`,
      ),
    )
  const ask = (host: string, port: number) =>
    `IO::Socket::INET->new(PeerHost => "${host}", PeerPort => ${port})->getline`
  const healthy = (port: number) => JSON.stringify(perl(`exit !IO::Socket::INET->new("127.0.0.1:${port}")`))
  shell('served', {
    image: `{ name: "${debian}" }`,
    run: JSON.stringify(perl(`gethostbyname "elsewhere.invalid"; print ${ask('second', 7002)}`)),
    metrics: withNumber('number'),
    scenarios: '[layer, bind]',
    services: `
  first: { image: "${debian}", command: ${server(7001, '$ENV{NUMBER}')}, environment: { NUMBER: "41" }, healthy: ${healthy(7001)} }
  second: { image: "${debian}", command: ${server(7002, ask('first', 7001))}, healthy: ${healthy(7002)} }`,
  })
}

/** The tag of the image that is built for a workload. */
function builtFor(name: string): string {
  const workload = readProjectWorkload(join(project, `.plimsoll/${name}.yml`))
  const image = workload.image as Extract<ImageSource, { dockerfile: string }>
  return projectImageTag(makeProjectBuild(workload, image, image.arguments ?? {}, null))
}

async function imageOf(engine: ContainerEngine, name: string): Promise<EngineImage> {
  return (await engine.image(builtFor(name))) as EngineImage
}

function write(name: string, text: string): void {
  mkdirSync(dirname(join(project, name)), { recursive: true })
  writeFileSync(join(project, name), text)
}

function own(
  name: string,
  {
    image = '{ dockerfile: distroless/Dockerfile, context: distroless }',
    program = '/bin/work',
    copy = '',
    scenarios = 'layer, volume, bind, bind-volume, tmpfs',
    files = 5,
    more = '',
  },
): void {
  const metrics = ['user', 'home', 'image', 'file', 'variables'].map(
    (field) => `  - { name: ${field}, unit: operations, better: lower, primary: false, from: { json: /${field} } }`,
  )
  write(
    `.plimsoll/${name}.yml`,
    `workload: ${name}
title: ${name}
question: Does it run?
image: ${image}
copy: [{ from: ./fixtures, to: data }, { from: ./one.txt, to: copy.txt }${copy && `, ${copy}`}]
prepare: ["${program}", prepare, prepared]
run: ["${program}", data/lines]
times: 3
hot: data
environment: { MINE: "\${target}" }
${more}
metrics:
${DURATION}
  - { name: later, unit: ns, better: lower, primary: false, from: repeat }
  - { name: lines, unit: operations, better: lower, primary: false, from: { regex: "^([0-9]+) lines$" } }
${metrics.join('\n')}
verify:
  - { params: {}, directory: data, files: 2, links: 0 }
  - { params: {}, directory: ".", files: ${files}, links: 0 }
scenarios: [${scenarios}]
`,
  )
}

async function measured(...names: string[]): Promise<RunDocument> {
  const workloads = names.map((name) => readProjectWorkload(join(project, `.plimsoll/${name}.yml`)))
  const { document } = await measure({ workloads, engines, params: [{}] })
  for (const { name, contentDigest = '' } of document.images) {
    made.add(name)
    for (const writable of [['/work'], ['/work', '/work/data']]) made.add(writableTag(contentDigest, writable))
  }
  return document
}
