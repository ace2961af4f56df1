import type { Conditions, Design, Host, RunDocument } from '../run.v1.generated.ts'
import {
  compareProperty,
  MEMORY,
  NONE,
  type PropertyComparison,
  type PropertyValue,
  within,
} from './property-comparison.ts'

/** The properties of two runs: hosts, load of the hosts, harness, suite and design. */
export function runProperties(a: RunDocument, b: RunDocument): PropertyComparison[] {
  return [
    ...hostProperties(a.host, b.host),
    ...loadProperties(a, b),
    ...harnessProperties(a, b),
    ...designProperties(a, b),
  ]
}

function hostProperties(a: Host, b: Host): PropertyComparison[] {
  const of = (what: string, read: (host: Host) => PropertyValue) => compareProperty(what, read(a), read(b))
  return [
    of('operating system', ({ os }) => os.name),
    of('version of the operating system', ({ os }) => os.version),
    of('kernel', ({ kernel }) => kernel),
    of('architecture', ({ architecture }) => architecture),
    of('CPU model', ({ cpu }) => cpu.model),
    of('CPU count', ({ cpu }) => cpu.count),
    compareProperty('memory', a.memory, b.memory, MEMORY),
    of('target file system', ({ target }) => target.filesystem),
    of('disk', ({ target }) => target.disk),
    of('power', ({ power }) => power),
    of('runner', ({ runner }) => runner.kind),
    // Only runners of a CI service have labels.
    of('runner label', ({ runner }) => runner.label ?? (runner.kind === 'local' ? NONE : null)),
    of('virtualization', ({ virtualization }) => virtualization.kind),
    of('nested virtualization', ({ virtualization }) => virtualization.nested),
    of('accelerator', ({ virtualization: { kind, accelerator } }) => accelerator ?? (kind === 'none' ? NONE : null)),
  ]
}

/**
 * Compares the load of the hosts before the runs. The load after a run is not compared, because the run itself affects
 * it.
 */
function loadProperties(a: RunDocument, b: RunDocument): PropertyComparison[] {
  const of = (what: string, read: (conditions: Conditions) => PropertyValue, apart = 0) => {
    const [left, right] = [a.conditions.before, b.conditions.before]
    return compareProperty(what, left && read(left), right && read(right), { equal: within(apart) })
  }
  // A run adds a note about a busy host at a load of half the CPUs. Smaller differences are therefore not relevant.
  const halfTheCpus = Math.min(a.host.cpu.count ?? 1, b.host.cpu.count ?? 1) / 2
  return [
    of('load average before', ({ loadAverage }) => loadAverage, halfTheCpus),
    of('other containers before', ({ otherContainers }) => otherContainers),
    of('other virtual machines before', ({ otherVirtualMachines }) => otherVirtualMachines),
    of('CPU time taken by the hypervisor before', ({ stealRatio }) => stealRatio, 0.01),
  ]
}

function harnessProperties(a: RunDocument, b: RunDocument): PropertyComparison[] {
  const of = (what: string, read: (run: RunDocument) => PropertyValue, effect?: string) => {
    const found = compareProperty(what, read(a), read(b), { part: 'run' })
    return found.same === false && effect !== undefined ? { ...found, effect } : found
  }
  return [
    of('project', ({ source }) => (source === null ? NONE : source.repository)),
    of('commit of the project', ({ source }) => (source === null ? NONE : source.commit)),
    of('suite', ({ suite }) => suite.name),
    of('version of the suite', ({ suite }) => suite.version),
    of('digest of the suite', ({ suite }) => suite.digest),
    of('division', ({ division }) => division),
    of('deviations from the suite', ({ deviations }) => deviations.join('; ') || NONE),
    of('origin', ({ origin }) => origin.kind, 'Not both runs were measured by Plimsoll.'),
    of('status', ({ status }) => status, 'One run ended early.'),
    of('harness', ({ harness }) => harness.name),
    of('version of the harness', ({ harness }) => harness.version),
    of('commit of the harness', ({ harness }) => harness.commit),
    of('timer', ({ harness }) => harness.agentDigest, 'The timers differ.'),
  ]
}

function designProperties(a: RunDocument, b: RunDocument): PropertyComparison[] {
  const of = (what: string, read: (design: Design) => PropertyValue) =>
    compareProperty(what, read(a.design), read(b.design), { part: 'run' })
  return [
    of('rounds', ({ rounds }) => rounds),
    of('warm-ups', ({ warmups }) => warmups),
    of('looks', ({ looks }) => looks.join(', ') || NONE),
    of('threshold', ({ threshold }) => threshold ?? NONE),
    of('level', ({ level }) => level ?? NONE),
    of('order of the engines', ({ engines }) => engines),
    ...(a.design.variants === undefined && b.design.variants === undefined
      ? []
      : (['base', 'head'] as const).flatMap(variantProperties)),
  ]

  function variantProperties(variant: 'base' | 'head'): PropertyComparison[] {
    return [
      of(`commit of ${variant}`, ({ variants }) => (variants === undefined ? NONE : variants[variant].commit)),
      of(`image of ${variant}`, ({ variants }) => variants?.[variant].image ?? NONE),
      of(`engine of ${variant}`, ({ variants }) => variants?.[variant].engine ?? NONE),
    ]
  }
}
