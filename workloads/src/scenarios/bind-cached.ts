import type { Scenario } from '../scenario.ts'
import { scenario as bind } from './bind.ts'

export const scenario: Scenario = {
  ...bind,
  id: 'bind-cached',
  title: 'Bind mount, cached',
  where: 'on a cached bind mount',
  summary: "bind mount with the flag `cached` of 2017, which today's engines accept and ignore",
  position: 51,
  mounts: (target, hot, slot) => bind.mounts(target, hot, slot).map((mount) => ({ ...mount, consistency: 'cached' })),
}
