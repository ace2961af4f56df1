import type { Machine } from '../engine.ts'

/**
 * A shell script with two directories as arguments. It ends every process whose program is in the first directory, and
 * removes that directory. It removes the second directory if it is empty. An agent that is terminated also ends the
 * command that it times.
 */
const SCRIPT = `
tries=100
while [ "$tries" -gt 0 ]; do
  tries=$((tries - 1))
  found=
  for exe in /proc/[0-9]*/exe; do
    case $(readlink "$exe" 2>/dev/null) in
      "$0"/*) found=yes; pid=\${exe#/proc/}; kill "\${pid%/exe}" 2>/dev/null ;;
    esac
  done
  [ "$found" ] || break
  sleep 0.1
done
[ -e "$0" ] || exit 0
rm -rf "$0" && echo removed
rmdir "$1" 2>/dev/null
`

/**
 * Ends the processes whose program is in a directory of an engine's VM, and removes the directory. Interrupting a run
 * ends the client that started a program in the VM, but not the program.
 * @returns whether the directory existed
 */
export async function removeFromMachine(machine: Machine, directory: string): Promise<boolean> {
  return (await machine.run(['sh', '-c', SCRIPT, directory, machine.directory])).stdout.includes('removed')
}
