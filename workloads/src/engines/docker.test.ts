import { expect, test } from 'vitest'
import { describeDocker, identifyProduct } from './docker.ts'

// For each product, the output of `docker info` and `docker version`, from the product's documentation and public
// reports.
test.each([
  [{ OperatingSystem: 'Docker Desktop', Name: 'docker-desktop' }, [], 'docker-desktop'],
  [{ OperatingSystem: 'OrbStack', Name: 'orbstack' }, [], 'orbstack'],
  [{ OperatingSystem: 'Rancher Desktop WSL Distribution', Name: 'rancher' }, [], 'rancher-desktop'],
  [{ OperatingSystem: 'Ubuntu 24.04.1 LTS', Name: 'colima' }, ['Engine'], 'colima'],
  [{ OperatingSystem: 'Ubuntu 24.04.1 LTS', Name: 'colima-work' }, ['Engine'], 'colima'],
  [{ OperatingSystem: 'Ubuntu 25.04', Name: 'lima-docker' }, ['Engine'], 'lima'],
  [{ OperatingSystem: 'fedora', Name: 'localhost' }, ['Podman Engine', 'Conmon'], 'podman'],
  [{ OperatingSystem: 'Debian GNU/Linux 13 (trixie)', Name: 'ci' }, ['Engine', 'containerd'], 'docker'],
  [{ OperatingSystem: 'Debian GNU/Linux 13 (trixie)', Name: 'limassol' }, ['Engine'], 'docker'],
  [{}, [], 'docker'],
])('%j is recognised', (info, components, id) => {
  expect(identifyProduct(info, components).id).toBe(id)
})

test.each([
  [['name=seccomp,profile=builtin', 'name=rootless', 'name=cgroupns'], 'rootless'],
  [['name=seccomp,profile=default'], 'rootful'],
  [undefined, undefined],
])('an engine with the security options %j is recorded as %s', (SecurityOptions, privileges) => {
  const { effective } = describeDocker({ id: 'docker', product: 'Docker Engine' }, { SecurityOptions })
  expect(effective.privileges?.value).toBe(privileges)
})
