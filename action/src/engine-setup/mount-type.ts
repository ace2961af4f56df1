/**
 * The mount type of a directory, read from the file systems of the machine that mounts the directory. This is the
 * effective type. The requested type and the type that the product reports may differ from it.
 * @param text `/proc/mounts` of that machine; it contains blanks as octal escapes
 * @returns null if the directory is no mount point
 */
export function mountTypeAt(text: string, directory: string): string | null {
  const lines = text.split('\n').map((line) => line.split(' '))
  const last = lines.findLast(([, target = '']) => unescaped(target) === directory) // Later mounts hide earlier ones.
  const type = last?.[2] ?? null
  return type === 'fuse.sshfs' ? 'reverse-sshfs' : type
}

function unescaped(text: string): string {
  return text.replaceAll(/\\([0-7]{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8)))
}
