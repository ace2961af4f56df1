import { accessSync, constants, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { Problem } from '@plimsoll/workloads'

/**
 * Checks before a long run that its output file can be written at the end.
 * @throws Problem (2) when the file exists already or its folder is not writable
 */
export function assertNewFile(file: string, option: string): void {
  if (file.trim() === '') throw new Problem(2, `${option} needs the name of a file.`)
  if (existsSync(file))
    throw new Problem(2, `${file} already exists. Choose another name with ${option}, or move the file.`)
  const folder = dirname(resolve(file))
  try {
    accessSync(folder, constants.W_OK)
  } catch {
    throw new Problem(2, `Cannot write to the folder ${folder}. Choose another folder with ${option}.`)
  }
}

/**
 * Writes a file. A file with this name is never incomplete, not even if the disk is full.
 * @throws the system's error
 */
export function writeCompleteFile(file: string, text: string): void {
  try {
    writeFileSync(`${file}.new`, text)
    renameSync(`${file}.new`, file)
  } catch (error) {
    rmSync(`${file}.new`, { force: true })
    throw error
  }
}
