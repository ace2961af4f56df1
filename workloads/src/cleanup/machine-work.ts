import type { Machine } from '../engine.ts'

/**
 * For a shell: end every process whose program lies in the first directory, then remove it, and then the second if that
 * is empty. An agent that is told to end takes the command it times with it.
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
 * End what still goes on in a directory of an engine's machine, and remove it. The command that runs a program there is
 * cut off when a run is interrupted; the program is not.
 * @returns whether there was anything
 */
export async function removeFromMachine(machine: Machine, directory: string): Promise<boolean> {
  return (await machine.run(['sh', '-c', SCRIPT, directory, machine.directory])).stdout.includes('removed')
}
