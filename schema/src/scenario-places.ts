/** The places that sentences name in plain words. A registry cannot ask the scenarios themselves for their words. */
const PLACES: Record<string, string> = {
  native: 'on the host',
  layer: "in the container's layer",
  volume: 'on a volume',
  bind: 'on a bind mount',
  'bind-volume': 'on a bind mount with a volume',
  tmpfs: 'on a tmpfs',
}

/** Where the files of a scenario are, as the end of a sentence: `on a bind mount`, or `in NAME` for a rarer scenario. */
export function placeOf(scenario: string): string {
  return Object.hasOwn(PLACES, scenario) ? (PLACES[scenario] as string) : `in ${scenario}`
}
