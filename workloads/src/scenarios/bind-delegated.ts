import type { Scenario } from '../scenario.ts'
import { scenario as bind } from './bind.ts'

export const scenario: Scenario = {
  ...bind,
  id: 'bind-delegated',
  title: 'Bind mount, delegated',
  where: 'on a delegated bind mount',
  summary: "bind mount with the flag `delegated` of 2017, which today's engines accept and ignore",
  position: 52,
  mounts: (target, hot, slot) =>
    bind.mounts(target, hot, slot).map((mount) => ({ ...mount, consistency: 'delegated' })),
}
