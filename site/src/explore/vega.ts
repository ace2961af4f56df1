import { loader, parse, View } from 'vega'
import { expressionInterpreter } from 'vega-interpreter'
import { compile, type TopLevelSpec } from 'vega-lite'

/**
 * Draws an interactive chart. Expressions are interpreted, because the page's security policy forbids code from text.
 * This function loads no files.
 * @param onPoint called with the data under the pointer and the pointer's event; with null if there is no data under
 * it, and when the chart is removed
 */
export async function drawInteractive(
  spec: TopLevelSpec,
  container: HTMLElement,
  onPoint: (datum: Record<string, string> | null, event: MouseEvent | null) => void,
): Promise<View> {
  const view = new View(parse(compile(spec).spec, undefined, { ast: true }), {
    expr: expressionInterpreter,
    loader: { ...loader(), load: refuse },
    renderer: 'svg',
    container,
    hover: true,
    tooltip: (_, event, __, value) => onPoint(typeof value === 'object' ? value : null, event as MouseEvent | null),
  })
  await view.runAsync()
  nameAsOne(container, String(spec.description ?? ''))
  return view
}

/** Removes the roles that Vega gives groups of marks, because a role needs a name. Names the chart as a whole. */
function nameAsOne(container: HTMLElement, description: string): void {
  for (const element of container.querySelectorAll('[role]')) {
    for (const name of ['role', 'aria-roledescription', 'aria-label']) element.removeAttribute(name)
  }
  const svg = container.querySelector('svg')
  svg?.setAttribute('role', 'img')
  svg?.setAttribute('aria-label', description)
}

function refuse(): Promise<string> {
  return Promise.reject(new Error('A chart contains all its data, so it must not load files.'))
}
