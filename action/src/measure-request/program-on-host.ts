import { accessSync, constants, statSync } from 'node:fs'
import { join } from 'node:path'
import { hostPath } from '@plimsoll/workloads'

/** Whether a program is in a folder of PATH. A path counts as found, because a setup may make the file. */
export function isOnHost(program: string): boolean {
  if (program.includes('/')) return true
  return hostPath()
    .split(':')
    .some((folder) => {
      const file = join(folder, program)
      try {
        accessSync(file, constants.X_OK)
        return statSync(file).isFile()
      } catch {
        return false
      }
    })
}
