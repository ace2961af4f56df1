import { Problem } from '../problem.ts'

/** A name, or with one more `$` the text of a name. */
const NAME = /(\$?)\$\{([^}]*)\}/g

/**
 * Replaces `${name}` in a string of a workload file, and `$${name}` with `${name}`. There is deliberately no expression
 * language: names are looked up, and an unknown name is an error in the file.
 */
export function fill(text: string, values: Readonly<Record<string, string | number | boolean>>): string {
  return text.replaceAll(NAME, (whole, dollar: string, name: string) => {
    if (dollar !== '') return whole.slice(1)
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined)
      throw new Problem(2, `Unknown name \${${name}} in a workload file: use one of ${Object.keys(values).join(', ')}.`)
    return String(value)
  })
}

/** The names that a string of a workload file refers to. */
export function namesIn(text: string): string[] {
  return [...text.matchAll(NAME)].flatMap(([, dollar, name = '']) => (dollar === '' ? [name] : []))
}

/** Text as `fill` returns it: no name in it is replaced. */
export function literal(text: string): string {
  return text.replaceAll(/\$+\{[^}]*\}/g, (found) => `$${found}`)
}
