/**
 * The mount type of a directory, read from the file systems of the machine that mounts it. This is the effective type,
 * whatever was requested and whatever the product reports.
 * @param text `/proc/mounts` of that machine, in which blanks are octal escapes
 * @returns null when the directory is no mount point
 */
export function mountTypeAt(text: string, directory: string): string | null {
  const lines = text.split('\n').map((line) => line.split(' '))
  const last = lines.findLast(([, target = '']) => unescaped(target) === directory) // later mounts hide earlier ones
  const type = last?.[2] ?? null
  return type === 'fuse.sshfs' ? 'reverse-sshfs' : type
}

function unescaped(text: string): string {
  return text.replaceAll(/\\([0-7]{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8)))
}
