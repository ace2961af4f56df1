import { formatWork } from '../page/titles.ts'

/** The names of benchmarks as a list. */
export function BenchmarkNames({ names }: { names: readonly string[] }) {
  return (
    <ul className="benchmark-names">
      {names.map((name) => (
        <li key={name}>{formatWork(name)}</li>
      ))}
    </ul>
  )
}
