import { Problem } from '../problem.ts'

const NAME = /\$\{([^}]*)\}/g

/**
 * Fill `${name}` in a string of a workload file. There is no expression language on purpose:
 * a name is looked up, and an unknown one is a mistake in the file.
 */
export function fill(text: string, values: Readonly<Record<string, string | number | boolean>>): string {
  return text.replaceAll(NAME, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined)
      throw new Problem(2, `Unknown name \${${name}} in a workload file: use one of ${Object.keys(values).join(', ')}.`)
    return String(value)
  })
}

/** The names that a string of a workload file asks for. */
export function namesIn(text: string): string[] {
  return [...text.matchAll(NAME)].map(([, name]) => name as string)
}
