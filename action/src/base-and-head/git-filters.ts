import { git } from '../git.ts'

/** The filter programs in the configuration of git. A pull request chooses the files to which they apply. */
export interface GitFilters {
  /** the names of the filters that write files on a checkout */
  names: Set<string>
  /** environment variables with which git runs none of the filters */
  none: NodeJS.ProcessEnv
}

/** The filter programs that git would run in a repository. */
export async function gitFilters(repository: string): Promise<GitFilters> {
  const list = ['config', '--null', '--name-only', '--get-regexp', '^filter\\..*\\.(smudge|process|required)$']
  const { stdout } = await git(repository, list)
  const keys = [...new Set(stdout.split('\0').filter((key) => key !== ''))]
  const none: NodeJS.ProcessEnv = { GIT_CONFIG_COUNT: String(keys.length) }
  for (const [index, key] of keys.entries()) {
    none[`GIT_CONFIG_KEY_${index}`] = key
    none[`GIT_CONFIG_VALUE_${index}`] = key.endsWith('.required') ? 'false' : ''
  }
  const programs = keys.filter((key) => !key.endsWith('.required'))
  return { names: new Set(programs.map((key) => key.replace(/^filter\.(.*)\.\w+$/s, '$1'))), none }
}
