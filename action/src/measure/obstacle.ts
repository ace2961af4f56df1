import type { ContainerEngine, HostDeclarations, Scenario } from '@plimsoll/workloads'

/** Why a scenario can run on none of these engines, or null. */
export function obstacle(scenario: Scenario, engines: ContainerEngine[], declared: HostDeclarations): string | null {
  const impossible = scenario.unsupported?.(declared)
  if (impossible) return impossible
  if (scenario.runs === 'machine')
    return engines.some(({ machine }) => machine) ? null : 'no engine here has a virtual machine that can be reached'
  if (scenario.runs === 'container') return engines.some(({ noContainers }) => !noContainers) ? null : 'no engine'
  return null
}
