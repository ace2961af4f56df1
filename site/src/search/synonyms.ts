/** What readers call things, and the words of documents for the same. */
const SYNONYMS: readonly (readonly [RegExp, string])[] = [
  [/\b(bind|host)[ -]?mount(s|ed)?\b|\bshared (folder|directory|directories|folders)\b/g, 'bind'],
  [/\b(named|docker) volumes?\b|\bvolumes\b/g, 'volume'],
  [/\b(container|image|writable) layers?\b|\boverlay ?fs\b/g, 'layer'],
  [/\bbare[ -]metal\b|\bwithout (a )?container\b|\bno container\b/g, 'native'],
  [/\bdocker for mac\b|\bdocker4mac\b/g, 'docker desktop'],
  [/\bdocker (ce|engine community|community)\b|\bmoby\b/g, 'docker engine'],
  [/\b(mac )?os ?x\b|\bmac os\b/g, 'macos'],
  [/\bapple silicon\b/g, 'apple m'],
  [/\bnpm (ci|install)\b/g, 'npm-$1'],
  [/\b(generated, )?not measured\b/g, 'generated'],
  [/\b(\d{4}-\d\d-\d\d) (\d\d:\d\d)( utc)?(?!\S)/g, '$1t$2'],
]

/**
 * Replaces what readers call things by the words that documents have for the same: `bind mount` is the scenario `bind`,
 * `Docker for Mac` is Docker Desktop.
 * @param query in lower case
 */
export function documentWords(query: string): string {
  return SYNONYMS.reduce((text, [pattern, word]) => text.replace(pattern, word), query)
}
