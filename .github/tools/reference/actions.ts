import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { code, markdownTable, sentence } from './table.ts'

interface ActionFile {
  description: string
  inputs: Record<string, { description: string; default?: string; required?: boolean }>
  outputs: Record<string, { description: string }>
}

/** The section of a reusable workflow: its inputs, from its own file. @param file its path in the repository */
export function workflowSection(file: string): string {
  const text = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')
  const { on } = parse(text) as { on: { workflow_call: { inputs: ActionFile['inputs'] } } }
  const rows = Object.entries(on.workflow_call.inputs).map(([input, { description, default: value = '' }]) => [
    code(input),
    code(String(value)),
    sentence(description),
  ])
  return markdownTable(['input', 'default', 'description'], rows)
}

/** The section of an action, from its own file. @param folder of the action, such as `action/report` */
export function actionSection(folder: string): string {
  const file = new URL(`../../../${folder}/action.yml`, import.meta.url)
  const { description, inputs, outputs } = parse(readFileSync(file, 'utf8')) as ActionFile
  const inputRows = Object.entries(inputs).map(([input, { description, default: value = '', required }]) => [
    code(input),
    required ? 'required' : code(value),
    sentence(description),
  ])
  const outputRows = Object.entries(outputs).map(([output, { description }]) => [code(output), sentence(description)])
  return [
    sentence(description),
    `### Inputs of ${folder}`,
    markdownTable(['input', 'default', 'description'], inputRows),
    `### Outputs of ${folder}`,
    markdownTable(['output', 'description'], outputRows),
  ].join('\n\n')
}
