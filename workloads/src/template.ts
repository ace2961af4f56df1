import { Problem } from './problem.ts'

/**
 * Fill `${name}` in a string of a workload file. There is no expression language on purpose:
 * a name is looked up, and an unknown one is a mistake in the file.
 */
export function fill(text: string, values: Readonly<Record<string, string | number | boolean>>): string {
  return text.replaceAll(/\$\{([^}]*)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined)
      throw new Problem(2, `Unknown name \${${name}} in a workload file: use one of ${Object.keys(values).join(', ')}.`)
    return String(value)
  })
}
