import { join } from 'node:path'
import type { Scenario } from '../scenario.ts'
import { scenario as bind } from './bind.ts'

export const scenario: Scenario = {
  ...bind,
  id: 'synced',
  title: 'Synchronised folder',
  where: 'in a synchronised folder',
  summary: 'in a folder kept in step with the host (synchronized file shares, Mutagen; named with --synced)',
  position: 65,
  hostRoot: (run, { synced }) => (synced ? join(synced, `plimsoll-${run}`) : undefined),
  unsupported: ({ synced }) => (synced ? null : 'no synchronised folder was given: name the folder with --synced'),
  settles: true,
}
