import { isUtf8 } from 'node:buffer'
import { readdirSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { readDocumentFile } from '@plimsoll/schema/node'
import { Problem } from '../problem.ts'
import { listWorkloads, parseWorkload } from './catalog.ts'
import { digestOfFiles, listProjectFiles, resolveInProject } from './project-files.ts'
import { contextFiles, type ProjectWorkload } from './project-inputs.ts'
import { isOfProject, projectWorkloadErrors } from './project-workload-rules.ts'
import type { Workload } from './workload.ts'
import { type FileError, InvalidYamlFile, MAX_BYTES, type Path } from './yaml-file.ts'

/** The folder of a project that holds its own workloads. */
export const FOLDER = '.plimsoll'
const YAML = /\.ya?ml$/i

/** The fields of a workload file. */
export type WorkloadFile = Record<string, unknown>

/**
 * Finds the workloads that are available to a run in a directory. They come from the catalog, from the directory, and
 * from the named files.
 * @param chosen names of workloads, or paths of `.yml` files
 * @param command a workload of the directory that is in no file; it alone is then available and chosen
 * @returns all workloads, and the names of the chosen ones
 * @throws Problem (2) for the invalid file of a chosen workload
 */
export function findWorkloads(
  directory: string,
  chosen: string[] = [],
  command: WorkloadFile | null = null,
): { workloads: Workload[]; names: string[] } {
  if (command !== null) {
    const workload = workloadOfCommand(directory, command)
    return { workloads: [workload], names: [workload.workload] }
  }
  const workloads: Workload[] = [...listWorkloads(), ...listProjectWorkloads(directory).workloads]
  const isUnknown = (name: string) => !YAML.test(name) && !workloads.some(({ workload }) => workload === name)
  const [problem] = chosen.filter(isUnknown).flatMap((name) => problemsOfWorkload(directory, name))
  if (problem) throw problem
  const names = chosen.map((name) => {
    if (!YAML.test(name)) return name
    const read = readProjectWorkload(resolve(directory, name))
    const known = workloads.find(({ workload }) => workload === read.workload)
    if (known && JSON.stringify(known) !== JSON.stringify(read))
      throw new Problem(
        2,
        `${name} defines the workload ${read.workload}, but another workload has the same name. Rename one of the two.`,
      )
    if (!known) workloads.push(read)
    return read.workload
  })
  return { workloads, names }
}

/** Returns every `.plimsoll/*.yml` of a project, by file name, and the problems of the invalid files. */
export function listProjectWorkloads(project: string): { workloads: ProjectWorkload[]; problems: Problem[] } {
  const workloads: ProjectWorkload[] = []
  const problems: Problem[] = []
  for (const name of yamlFiles(project)) {
    try {
      workloads.push(readProjectWorkload(join(project, FOLDER, name)))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      problems.push(error)
    }
  }
  return { workloads, problems }
}

/** Returns the problems of the invalid `.plimsoll/*.yml` whose names, or whose workloads, have this name. */
export function problemsOfWorkload(project: string, name: string): Problem[] {
  const isNamed = (file: string) => file.replace(YAML, '') === name
  return yamlFiles(project).flatMap((file) => {
    const problem = problemOf(join(project, FOLDER, file))
    return problem && (isNamed(file) || problem.message.includes(misnamed(name))) ? [problem] : []
  })
}

function problemOf(file: string): Problem | null {
  try {
    readProjectWorkload(file)
    return null
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

/**
 * Reads one workload file. Its project is the folder that holds its `.plimsoll` folder. A file outside a `.plimsoll`
 * folder has its own folder as project.
 * @throws Problem (2) with the line and the reason
 */
export function readProjectWorkload(file: string): ProjectWorkload {
  const copied: ProjectWorkload['copied'] = []
  return { ...parseProjectWorkload(file, (workload) => fileErrors(workload, copied)), copied }
}

/**
 * Makes the workload of a project that is in no file.
 * @throws Problem (2)
 */
function workloadOfCommand(project: string, command: WorkloadFile): ProjectWorkload {
  const copied: ProjectWorkload['copied'] = []
  try {
    return { ...parseCommand(project, command, (workload) => fileErrors(workload, copied)), copied }
  } catch (error) {
    if (!(error instanceof InvalidYamlFile)) throw error
    throw new Problem(
      2,
      `The command cannot be measured: ${error.errors.map(({ why }) => why.replace(/\.$/, '')).join('. ')}.`,
    )
  }
}

function parseCommand(
  project: string,
  command: WorkloadFile,
  moreErrors: (workload: ProjectWorkload) => FileError[],
): ProjectWorkload {
  return parseWorkload(JSON.stringify(command), 'the command', realpathSync.native(project), (workload) =>
    projectErrors(workload as ProjectWorkload, moreErrors),
  ) as ProjectWorkload
}

/** Checks the paths first, so that only paths inside the project are followed. */
function projectErrors(
  workload: ProjectWorkload,
  moreErrors: (workload: ProjectWorkload) => FileError[],
  ofName: FileError[] = takenName(workload.workload),
): FileError[] {
  const errors = [...ofName, ...projectWorkloadErrors(workload)]
  return errors.length > 0 ? errors : moreErrors(workload)
}

/**
 * Parses the `.plimsoll/*.yml` of a project whose other files may be missing. Leaves out invalid files.
 * @param chosen the names of workloads; if empty, all
 * @param command a workload that is in no file, which is then the only one
 */
export function parseProjectWorkloads(
  project: string,
  chosen: readonly string[],
  command: WorkloadFile | null = null,
): ProjectWorkload[] {
  if (command !== null) return [parseCommand(project, command, () => [])]
  const files = yamlFiles(project)
  const wanted = chosen.length === 0 ? files : files.filter((name) => chosen.includes(basename(name, '.yml')))
  return wanted.flatMap((name) => {
    try {
      return [parseProjectWorkload(join(project, FOLDER, name), () => [])]
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return []
    }
  })
}

/** Returns the names of the YAML files in a project's `.plimsoll` folder, in a fixed order. */
export function yamlFiles(project: string): string[] {
  try {
    return readdirSync(join(project, FOLDER))
      .filter((name) => YAML.test(name))
      .sort()
  } catch {
    return []
  }
}

function parseProjectWorkload(file: string, moreErrors: (workload: ProjectWorkload) => FileError[]): ProjectWorkload {
  const folder = dirname(resolve(file))
  const project = basename(folder) === FOLDER ? dirname(folder) : folder
  const shown = relative(project, resolve(file))
  if (!file.endsWith('.yml')) throw new Problem(2, `Unsupported file name ${shown}: rename it to end in .yml.`)
  const text = readSmallFile(project, shown)
  const name = basename(file, '.yml')
  return parseWorkload(text, shown, realpathSync.native(project), (workload) =>
    projectErrors(workload as ProjectWorkload, moreErrors, nameErrors(workload.workload, name)),
  ) as ProjectWorkload
}

function misnamed(name: string): string {
  return `the workload is named ${name}, but its file is named`
}

function nameErrors(name: string, expected: string): FileError[] {
  if (name !== expected)
    return [
      {
        at: ['workload'],
        why: `${misnamed(name)} ${expected}.yml: use the same name`,
      },
    ]
  return takenName(name)
}

function takenName(name: string): FileError[] {
  const taken = listWorkloads().some(({ workload }) => workload === name)
  return taken ? [{ at: ['workload'], why: `the catalog already has a workload ${name}: choose another name` }] : []
}

/**
 * Checks the files that a workload takes from its project.
 * @param copied receives the digests of the copied files
 */
function fileErrors(
  { project, copy, image, fixtures = [] }: ProjectWorkload,
  copied: ProjectWorkload['copied'],
): FileError[] {
  const digest = (from: string) => digestOfFiles(listProjectFiles(project, from))
  return [
    ...copy.flatMap(({ from }, index) =>
      isOfProject(from) ? saying(['copy', index, 'from'], () => copied.push({ part: from, digest: digest(from) })) : [],
    ),
    ...fixtures.flatMap((path, index) => saying(['fixtures', index], () => listProjectFiles(project, path))),
    ...('dockerfile' in image
      ? [
          ...saying(['image', 'dockerfile'], () => listProjectFiles(project, image.dockerfile)),
          ...saying(['image', 'context'], () => contextFiles(project, image)),
        ]
      : []),
  ]
}

function saying(at: Path, look: () => unknown): FileError[] {
  try {
    look()
    return []
  } catch (error) {
    if (error instanceof Problem) return [{ at, why: error.message }]
    throw error
  }
}

function readSmallFile(project: string, path: string): string {
  const file = resolveInProject(project, path)
  // Reading a pipe would block for ever.
  if (!statSync(file).isFile()) throw new Problem(2, `${path} is not a file. A workload must be a regular file.`)
  try {
    const bytes = readDocumentFile(file, MAX_BYTES)
    if (bytes.length > MAX_BYTES)
      throw new Problem(2, `${path} is larger than ${MAX_BYTES / 1024} KiB, the limit for a workload file.`)
    return decode(bytes, path)
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem(2, `Cannot read ${path} (${(error as NodeJS.ErrnoException).code}). Check its permissions.`)
  }
}

/** @throws Problem (2) if a file is not UTF-8 */
function decode(bytes: Uint8Array, path: string): string {
  if (isUtf8(bytes) && !bytes.includes(0)) return new TextDecoder().decode(bytes)
  const seems = bytes.includes(0) ? 'UTF-16' : 'Latin-1'
  throw new Problem(2, `${path} is not UTF-8, but seems to be ${seems}. Save it as UTF-8 in your editor.`)
}
