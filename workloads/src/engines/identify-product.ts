import { release } from 'node:os'
import { redactor } from '../run/redact.ts'
import type { EngineAnswer } from './docker-contexts.ts'
import type { DockerInfo } from './docker-info.ts'

/** The product of an engine, recognised from the engine's description of itself. */
export function identifyProduct(answer: Pick<EngineAnswer, 'info' | 'components' | 'isDocker' | 'local' | 'context'>): {
  id: string
  product: string
} {
  const { info, components, isDocker } = answer
  const system = info.OperatingSystem ?? ''
  const name = info.Name ?? ''
  if (system.startsWith('Docker Desktop')) return { id: 'docker-desktop', product: 'Docker Desktop' }
  if (system.startsWith('OrbStack')) return { id: 'orbstack', product: 'OrbStack' }
  if (system.startsWith('Rancher Desktop') || name === RANCHER_VM)
    return { id: 'rancher-desktop', product: 'Rancher Desktop' }
  if (components.includes('Podman Engine')) return { id: 'podman', product: 'Podman' }
  if (/^colima(-|$)/.test(name)) return { id: 'colima', product: 'Colima' }
  if (/^lima(-|$)/.test(name)) return { id: 'lima', product: 'Lima' }
  if (isDocker && !isInUnknownVm(answer)) return { id: 'docker', product: 'Docker Engine' }
  return { id: 'unknown', product: unknownEngine(answer) }
}

/** The machine of Rancher Desktop on macOS and Linux, which is made with Lima but is not in the list of `limactl`. */
export const RANCHER_VM = 'lima-rancher-desktop'

/**
 * Whether Docker's engine runs in the virtual machine of a product that no rule knows: behind a socket of this machine,
 * but on another kernel; or in the image of minikube, which is built with Buildroot.
 */
function isInUnknownVm({ info, local }: Pick<EngineAnswer, 'info' | 'local'>): boolean {
  return (local && !isOnThisKernel(info)) || (info.OperatingSystem ?? '').startsWith('Buildroot')
}

/**
 * Whether an engine behind a local socket has the kernel of this process. An equal kernel release alone does not prove
 * that, because another machine may run that release.
 */
export function isOnThisKernel({ KernelVersion }: DockerInfo): boolean {
  return process.platform === 'linux' && KernelVersion === release()
}

/**
 * The product of an engine that no rule knows. Products name the docker context of their socket after themselves. The
 * context of another machine is usually named after that machine, so it may not be in a document.
 */
function unknownEngine({ local, context }: Pick<EngineAnswer, 'local' | 'context'>): string {
  const isPublic = local && /^[a-z][a-z0-9_-]{0,31}$/i.test(context) && redactor({})(context) === context
  return isPublic ? `unknown engine (context ${context})` : 'unknown engine'
}
