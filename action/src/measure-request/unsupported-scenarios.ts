import type { ContainerEngine, HostDeclarations, Scenario } from '@plimsoll/workloads'

/** Why a scenario can run on none of these engines. Null if it can run on one of them. */
export function unsupportedReason(
  scenario: Scenario,
  engines: ContainerEngine[],
  declared: HostDeclarations,
): string | null {
  const impossible = scenario.unsupported?.(declared)
  if (impossible) return impossible
  if (scenario.runs === 'machine')
    return engines.some(({ machine }) => machine)
      ? null
      : 'no available engine has a virtual machine that Plimsoll can reach: use Docker in Lima or Colima, or name a machine with --ssh'
  if (scenario.runs === 'container') return engines.some(({ noContainers }) => !noContainers) ? null : 'no engine'
  return null
}
