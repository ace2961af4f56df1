import { loader, parse, View } from 'vega'
import { expressionInterpreter } from 'vega-interpreter'
import { compile, type TopLevelSpec } from 'vega-lite'

/**
 * Draws a chart that answers to the pointer. Expressions are interpreted, because a page may not make code from text;
 * nothing is loaded. @param onPoint called with the data under the pointer, and where; null where there is none, and when
 * the chart is taken away
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

/** Vega gives groups of marks roles that need names; the chart as a whole has the one that says something. */
function nameAsOne(container: HTMLElement, description: string): void {
  for (const element of container.querySelectorAll('[role]')) {
    for (const name of ['role', 'aria-roledescription', 'aria-label']) element.removeAttribute(name)
  }
  const svg = container.querySelector('svg')
  svg?.setAttribute('role', 'img')
  svg?.setAttribute('aria-label', description)
}

function refuse(): Promise<string> {
  return Promise.reject(new Error('A chart holds its data; nothing is loaded.'))
}
