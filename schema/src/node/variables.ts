import { isAbsolute } from 'node:path'

/** The variables that name one folder, wherever a program is started. */
const FOLDERS = /^(HOME|TMPDIR|XDG_[A-Z]+_(HOME|DIR))$/

/**
 * Unsets the variables without a meaning. An empty variable is as an unset one, and so is a folder with a relative path,
 * which would put caches into the working directory. The commands do the same before they load their sources.
 */
export function unsetMeaninglessVariables(): void {
  for (const [name, value = ''] of Object.entries(process.env))
    if (value === '' || (FOLDERS.test(name) && !isAbsolute(value))) delete process.env[name]
}
