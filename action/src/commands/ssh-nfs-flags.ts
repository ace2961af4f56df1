import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { type EngineOptions, type HostDeclarations, Problem } from '@plimsoll/workloads'
import { type Command, InvalidArgumentError, Option } from 'commander'

/** Flags that describe what Plimsoll cannot detect: a machine behind ssh, an NFS export, a synchronised folder. */
export interface SshNfsFlags {
  ssh?: string
  sshConfig?: string
  sshShare?: { host: string; machine: string }
  nfs?: NonNullable<HostDeclarations['nfs']>
  synced?: string
}

/** Adds the flags that name a machine reached by ssh. Its engine has the id `ssh`. */
export function addSshFlags(command: Command): Command {
  return command
    .option('--ssh <destination>', 'add a machine as the engine `ssh`: user@host, or a name in the ssh configuration')
    .option(
      '--ssh-config <file>',
      'ssh configuration to use instead of ~/.ssh/config, for example the output of `vagrant ssh-config`',
    )
    .addOption(
      new Option('--ssh-share <folder=path>', 'a folder of this host, and its path on the machine of --ssh').argParser(
        (text) => {
          const [host, machine] = halves(text, '=', 'a folder, = and its path there, as in ~/code=/mnt/code')
          return { host: resolve(host), machine }
        },
      ),
    )
}

/** Adds the flags that describe the host. Some scenarios need these descriptions. */
export function addDeclaredFlags(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--nfs <folder=address:path>',
        'a folder of this host that is exported by NFS, for scenario nfs',
      ).argParser(parseNfs),
    )
    .addOption(
      new Option('--synced <folder>', 'a synchronised folder of this host, for scenario synced').argParser((folder) =>
        existingFolder(folder),
      ),
    )
}

export function engineOptions({ ssh, sshConfig, sshShare }: SshNfsFlags): EngineOptions {
  if (ssh === undefined) {
    if (sshConfig ?? sshShare) throw new Problem(2, '--ssh-config and --ssh-share need --ssh. Add --ssh.')
    return {}
  }
  return { ssh: { destination: ssh, config: sshConfig ? resolve(sshConfig) : null, share: sshShare ?? null } }
}

export function declaredBy({ nfs, synced }: SshNfsFlags): HostDeclarations {
  return { nfs: nfs ?? null, synced: synced ?? null }
}

/** Parses `FOLDER=ADDRESS:PATH[,OPTION…]`. The options have the same form as those of `mount -o`. */
export function parseNfs(text: string): NonNullable<HostDeclarations['nfs']> {
  const form = 'a folder, =, and how the engine mounts it, as in ~/shared=192.168.5.2:/shared,nfsvers=4.2'
  const [directory, mount] = halves(text, '=', form)
  const [server, ...options] = mount.split(',')
  const [address, path] = halves(server as string, ':', form)
  return { directory: resolve(directory), address, path, options: options.join(',') }
}

function existingFolder(folder: string): string {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return resolve(folder)
  throw new InvalidArgumentError('It takes an existing folder.')
}

function halves(text: string, separator: string, form: string): [string, string] {
  const at = text.indexOf(separator)
  const [first, second] = [text.slice(0, at), text.slice(at + 1)]
  if (at < 1 || second === '') throw new InvalidArgumentError(`It takes ${form}.`)
  return [first, second]
}
