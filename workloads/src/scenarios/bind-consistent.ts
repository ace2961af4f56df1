import type { Scenario } from '../scenario.ts'
import { scenario as bind } from './bind.ts'

export const scenario: Scenario = {
  ...bind,
  id: 'bind-consistent',
  title: 'Bind mount, consistent',
  where: 'on a consistent bind mount',
  summary: "bind mount with the flag `consistent` of 2017, which today's engines accept and ignore",
  position: 53,
  mounts: (target, hot, slot) =>
    bind.mounts(target, hot, slot).map((mount) => ({ ...mount, consistency: 'consistent' })),
}
