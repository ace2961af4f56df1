import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Metafile } from 'esbuild'

/**
 * The licences of the packages that are part of a bundle, by package name, with the notices in their files: a file may
 * contain code of other authors.
 * @param root the folder that the metafile's paths are relative to
 * @throws Error for a package without licence information
 */
export function collectLicences({ outputs }: Metafile, root: string): string {
  const files = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  )
  const folders = new Set(files.flatMap((file) => /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []))
  return [...folders]
    .sort()
    .map((folder) => {
      const own = files.filter((file) => file.startsWith(`${folder}/`)).map((file) => join(root, file))
      return licenceOf(join(root, folder), own.sort().flatMap(noticesIn))
    })
    .join(`\n${'-'.repeat(80)}\n\n`)
}

/** Returns the comments of a file about copyright or licences, without the signs of comments. */
function noticesIn(file: string): string[] {
  const comments = readFileSync(file, 'utf8').match(/\/\*[\s\S]*?\*\/|^[ \t]*\/\/.*(\n[ \t]*\/\/.*)*/gm) ?? []
  return comments
    .filter((comment) => /copyright|licen[cs]e\b|adapted from/i.test(comment))
    .map((comment) => comment.replace(/^[ \t]*(\/\*+!?|\*+\/|\/\/|\*(?!\/))|\*+\/$/gm, '').trim())
}

/** @param notices the notices in the files of the package */
function licenceOf(folder: string, notices: string[]): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  if (typeof license !== 'string') throw new Error(`${name} ${version} has no licence in its package.json.`)
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').trim())
  return `${[`${name} ${version} (${license})`, ...texts, ...new Set(notices)].join('\n\n')}\n`
}
