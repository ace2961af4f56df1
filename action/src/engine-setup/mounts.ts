/**
 * By what a directory is shared, read in the machine that shares it: whatever was asked for, and whatever a product says
 * of itself, its file system type is the truth.
 * @param text `/proc/mounts` there, in which blanks are written in octal
 * @returns null where it is no mount point
 */
export function mountTypeAt(text: string, directory: string): string | null {
  const lines = text.split('\n').map((line) => line.split(' '))
  const last = lines.findLast(([, target = '']) => unescaped(target) === directory) // a later mount hides an earlier one
  const type = last?.[2] ?? null
  return type === 'fuse.sshfs' ? 'reverse-sshfs' : type
}

function unescaped(text: string): string {
  return text.replaceAll(/\\([0-7]{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8)))
}
