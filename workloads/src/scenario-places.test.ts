import { placeOf } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { findScenario } from './scenarios.ts'

test.each(['native', 'layer', 'volume', 'bind', 'bind-volume'])(
  'a sentence about a run names the place of %s as the scenario itself does',
  (scenario) => {
    expect(placeOf(scenario)).toBe(findScenario(scenario)?.where)
  },
)
