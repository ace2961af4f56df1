import { loader, parse, View } from 'vega'
import { expressionInterpreter } from 'vega-interpreter'
import { compile, type TopLevelSpec } from 'vega-lite'
import type { PositionedChart } from '../charts/position.ts'
import { positionMarks } from '../charts/position-marks.ts'
import type { RowChart } from '../charts/row-chart.ts'

// Expressions are interpreted, because the page's security policy forbids code from text.

/** Returns the positions of a chart's marks, as a build computes them. */
export function positionInBrowser(chart: RowChart): PositionedChart {
  return positionMarks(chart, expressionInterpreter)
}

/** Draws a published spec as an SVG file. This function loads no files. */
export async function drawSvg(spec: TopLevelSpec): Promise<string> {
  const view = new View(parse(compile(spec).spec, undefined, { ast: true }), {
    expr: expressionInterpreter,
    loader: { ...loader(), load: refuse },
    renderer: 'none',
  })
  try {
    return (await view.toSVG()).replace(/^<svg (?!xmlns)/, '<svg xmlns="http://www.w3.org/2000/svg" ')
  } finally {
    view.finalize()
  }
}

function refuse(): Promise<string> {
  return Promise.reject(new Error('A chart contains all its data, so it must not load files.'))
}
