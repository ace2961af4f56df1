import { onTestFinished } from 'vitest'
import { type BuiltAction, buildAction } from './built-action.ts'
import type { Machine } from './stand-ins.ts'

/** The file of a workload that takes no time. */
export const SPIN = `workload: spin
title: Spin
question: How long does nothing take?
image: { name: debian:13 }
run: ['true']
metrics: [{ name: duration, unit: ns, better: lower, primary: true, from: wall }]
scenarios: [native, bind]
`

/** The inputs for a short run without containers. */
export const QUICK = { workloads: 'spin', scenarios: 'native', rounds: '1' }

/** Builds the action on a machine, with a project that has this workload, until the end of the test. */
export async function makeSpinning(how: Machine = {}): Promise<BuiltAction> {
  const built = await buildAction(how, { '.plimsoll/spin.yml': SPIN })
  onTestFinished(() => built.remove())
  return built
}
