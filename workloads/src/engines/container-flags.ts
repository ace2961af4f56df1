import { runOwner } from '../cleanup/run-owner.ts'
import { type ContainerOptions, type Labels, type Machine, type Mount, OWNER_LABEL, RUN_LABEL } from '../engine.ts'

/**
 * The maximum number of processes in a container: more than any workload needs. It protects the machine from a workload
 * that starts processes without end.
 */
const MAX_PROCESSES = 4096

/**
 * The arguments after `run`, which are the same for every way to run a container. The container has a network only if
 * `options` requests one.
 * @param own flags that this engine needs on this machine
 * @param machine the VM that the engine is in; directories of the host may have other paths there
 */
export function containerFlags(options: ContainerOptions, own: string[], machine: Machine | null): string[] {
  return [
    '--pull=never',
    `--pids-limit=${MAX_PROCESSES}`,
    ...(options.network === 'default' ? [] : [`--network=${options.network ?? 'none'}`]),
    '--no-healthcheck', // Docker would run the check beside the work.
    '--name',
    options.name,
    ...own,
    ...labelFlags(options.labels),
    ...(options.cpus === undefined ? [] : ['--cpus', String(options.cpus)]),
    ...Object.entries(options.environment ?? {}).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
    ...options.mounts.flatMap((mount) => ['--mount', mountFlag(seenBy(machine, mount))]),
    ...Object.entries(options.hosts ?? {}).flatMap(([name, address]) => ['--add-host', `${name}:${address}`]),
    ...(options.entrypoint === null ? [] : ['--entrypoint', options.entrypoint]),
    options.image,
    ...options.arguments,
  ]
}

/**
 * The flags of a container that a user would start with `docker run`, but that runs a project's code: without a network,
 * with a limit of processes, and without the proxy settings of the docker client, which may contain a password.
 */
export const ISOLATED = [
  `--pids-limit=${MAX_PROCESSES}`,
  '--network=none',
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'FTP_PROXY', 'NO_PROXY', 'ALL_PROXY'].flatMap((name) =>
    [name, name.toLowerCase()].flatMap((variable) => ['--env', `${variable}=`]),
  ),
]

/** The arguments that set labels: one `--label` for each. The label of a run comes with that of its process. */
export function labelFlags(labels: Labels): string[] {
  const owner = RUN_LABEL in labels ? { [OWNER_LABEL]: runOwner() } : {}
  return Object.entries({ ...labels, ...owner }).flatMap(([name, value]) => ['--label', `${name}=${value}`])
}

/** The value of `--mount`. It is one line of CSV, so paths with a comma or a quote must be quoted. */
export function mountFlag(mount: Mount): string {
  const fields = [
    `type=${mount.kind}`,
    ...(mount.kind === 'tmpfs' ? [] : [`source=${mount.source}`]),
    `target=${mount.target}`,
    ...(mount.kind === 'bind' && mount.consistency ? [`consistency=${mount.consistency}`] : []),
    ...(mount.kind !== 'tmpfs' && mount.readOnly ? ['ro'] : []),
  ]
  return fields.map((field) => (/[",\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)).join(',')
}

function seenBy(machine: Machine | null, mount: Mount): Mount {
  if (mount.kind !== 'bind' || !machine) return mount
  return { ...mount, source: machine.translatePath(mount.source) ?? mount.source }
}
