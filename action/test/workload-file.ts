/**
 * The text of a project's workload file.
 * @param fields fields in place of the default ones, or beside them, as YAML
 */
export function workloadFile(name: string, fields: Record<string, string> = {}): string {
  const all = {
    ...{ workload: name, title: name, question: 'How long?', image: '{ name: debian:13 }', run: "['true']" },
    metrics: '[{ name: duration, unit: ns, better: lower, primary: true, from: wall }]',
    scenarios: '[layer]',
    ...fields,
  }
  return Object.entries(all)
    .map(([field, value]) => `${field}: ${value}\n`)
    .join('')
}
