import { release, userInfo } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { answersOutsideNames, describeDocker } from './docker.ts'
import { type DockerInfo, readServer } from './docker-info.ts'
import { identifyProduct } from './identify-product.ts'

/** The members of the component `Engine` that only Docker's own engine states. */
const OWN = { KernelVersion: '6.1.0' }
const MOBY = [{ Name: 'Engine', Details: OWN }, { Name: 'containerd' }, { Name: 'runc' }, { Name: 'docker-init' }]
/** The component that the docker client adds to those of a server that has none of this name. */
const ADDED = { Name: 'Engine', Details: { ApiVersion: '1.51' } }
const COMMUNITY = 'Docker Engine - Community'
const HERE = { KernelVersion: release() }

interface Row {
  info: DockerInfo
  platform?: string
  components?: object[]
  /** the docker context of a local socket; absent for another machine */
  context?: string
}

// For each product: its `docker info`, and the platform and the components in its `docker version`, with the source.
test.each<[product: string, source: string, row: Row]>([
  [
    'Docker Engine',
    'Debian 12, docker.io 20.10.24',
    { info: { OperatingSystem: 'Debian GNU/Linux 12 (bookworm)', Name: 'ci', ...HERE }, context: 'default' },
  ],
  [
    'Docker Engine',
    'docker-ce-packaging #318',
    {
      info: { OperatingSystem: 'Ubuntu 24.04.1 LTS', Name: 'limassol', ...HERE },
      platform: COMMUNITY,
      context: 'default',
    },
  ],
  [
    'Docker Engine',
    'moby v18.09, daemon/info.go: one component',
    { info: HERE, components: MOBY.slice(0, 1), context: 'default' },
  ],
  [
    'Docker Engine',
    'another machine, by tcp or ssh',
    { info: { OperatingSystem: 'Debian GNU/Linux 13 (trixie)', Name: 'nas' }, platform: COMMUNITY },
  ],
  [
    'Docker Desktop',
    'docker version of 4.44.3',
    {
      info: { OperatingSystem: 'Docker Desktop', Name: 'docker-desktop' },
      platform: 'Docker Desktop 4.44.3 (202357)',
      context: 'desktop-linux',
    },
  ],
  [
    'OrbStack',
    'docker info: an unmodified engine',
    { info: { OperatingSystem: 'OrbStack', Name: 'orbstack' }, platform: COMMUNITY, context: 'orbstack' },
  ],
  [
    'Rancher Desktop',
    'docker info on Windows',
    { info: { OperatingSystem: 'Rancher Desktop WSL Distribution', Name: 'rancher' }, context: 'default' },
  ],
  [
    'Rancher Desktop',
    'docker info on macOS',
    { info: { OperatingSystem: 'Alpine Linux v3.20', Name: 'lima-rancher-desktop' }, context: 'rancher-desktop' },
  ],
  ['Colima', 'colima #765', { info: { OperatingSystem: 'Ubuntu 24.04.1 LTS', Name: 'colima' }, context: 'colima' }],
  [
    'Colima',
    'a profile',
    { info: { OperatingSystem: 'Ubuntu 24.04.1 LTS', Name: 'colima-work' }, context: 'colima-work' },
  ],
  [
    'Lima',
    'template:docker',
    { info: { OperatingSystem: 'Ubuntu 25.04', Name: 'lima-docker' }, context: 'lima-docker' },
  ],
  [
    'Podman',
    'podman, pkg/api/handlers/compat/version.go',
    {
      info: { OperatingSystem: 'fedora', Name: 'localhost', ...HERE },
      platform: 'linux/amd64/fedora-41',
      components: [{ Name: 'Podman Engine', Details: OWN }, { Name: 'Conmon' }, ADDED],
      context: 'podman',
    },
  ],
  [
    'unknown engine (context finch)',
    'finch-daemon, internal/service/system/version.go',
    {
      info: HERE,
      platform: 'Finch Daemon - 0.19.0',
      components: [{ Name: 'containerd' }, { Name: 'runc' }, ADDED],
      context: 'finch',
    },
  ],
  [
    'unknown engine (context arca)',
    'arca, SystemHandlers.swift: no platform, no components',
    { info: { OperatingSystem: 'Arca Container Runtime', ...HERE }, components: [ADDED], context: 'arca' },
  ],
  [
    'unknown engine',
    'minikube: docker-env leads to a VM of Buildroot',
    { info: { OperatingSystem: 'Buildroot 2021.02.4', Name: 'minikube' } },
  ],
  [
    'unknown engine',
    'docker version of Mirantis Container Runtime',
    { info: { OperatingSystem: 'Ubuntu 22.04.5 LTS' }, platform: 'Mirantis Container Runtime' },
  ],
  ['unknown engine', 'a context with the address of a machine', { info: {}, context: 'nas.example.org' }],
])('%s is recognised (%s)', (product, _source, { info, platform = '', components = MOBY, context }) => {
  const server = readServer(JSON.stringify({ Platform: { Name: platform }, Components: components }))
  const place = { local: context !== undefined, context: context ?? 'prod' }
  expect(identifyProduct({ info, ...server, ...place }).product).toBe(product)
})

test('on macOS, where Docker Engine does not run, an engine behind a socket has a virtual machine', () => {
  const { platform } = process
  onTestFinished(() => void Object.defineProperty(process, 'platform', { value: platform }))
  Object.defineProperty(process, 'platform', { value: 'darwin' })
  const answer = { info: HERE, components: ['Engine'], isDocker: true, local: true, context: 'default' }
  expect(identifyProduct(answer)).toEqual({ id: 'unknown', product: 'unknown engine (context default)' })
})

test('the context of an unknown engine is not named if it has the name of the user or of this host', () => {
  const answer = { info: {}, components: [], isDocker: false, local: true, context: userInfo().username }
  expect(identifyProduct(answer).product).toBe('unknown engine')
})

test.each([
  [['name=seccomp,profile=builtin', 'name=rootless', 'name=cgroupns'], 'rootless'],
  [['name=seccomp,profile=default'], 'rootful'],
  [undefined, undefined],
])('an engine with the security options %j is recorded as %s', (SecurityOptions, privileges) => {
  const { effective } = describeDocker({ id: 'docker', product: 'Docker Engine' }, { SecurityOptions })
  expect(effective.privileges?.value).toBe(privileges)
})

test.each([
  ['20.10.24+dfsg1', false],
  ['25.0.4', false],
  ['25.0.5', true],
  ['26.1.5+dfsg1', true],
  [undefined, true],
])('whether the DNS of Docker %s answers for names outside an internal network: %s', (ServerVersion, answers) => {
  expect(answersOutsideNames(ServerVersion === undefined ? {} : { ServerVersion })).toBe(answers)
})
