import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BoundProcess, startBound } from './bound-process.ts'

/**
 * Exports a directory of the host by NFS 4, on loopback only. The server is NFS-Ganesha, an ordinary process, so the
 * host's kernel does not need NFS support.
 * @param scratch the directory for the server's configuration and its records of clients
 * @returns the server, and the path of the exported directory
 */
export function exportByNfs(directory: string, port: number, scratch: string): BoundProcess & { path: string } {
  const path = '/share'
  const clients = join(scratch, 'clients')
  const file = join(scratch, 'ganesha.conf')
  mkdirSync(clients)
  writeFileSync(
    file,
    `NFS_CORE_PARAM { Protocols = 4; NFS_Port = ${port}; Bind_addr = 127.0.0.1; Enable_RQUOTA = false; }
NFSv4 { Graceless = true; RecoveryBackend = fs; RecoveryRoot = "${clients}"; Only_Numeric_Owners = true; }
EXPORT {
  Export_Id = 1; Path = "${directory}"; Pseudo = "${path}"; Protocols = 4; Transports = TCP;
  Access_Type = RW; Squash = No_Root_Squash; SecType = sys;
  FSAL { Name = VFS; }
}
`,
  )
  const server = startBound('ganesha.nfsd', ['-F', '-f', file, '-L', 'STDERR', '-p', join(scratch, 'ganesha.pid')])
  return { ...server, path }
}
