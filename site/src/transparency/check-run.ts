import type { Registry } from '../store/registry.ts'
import { type ExaminedStatements, isDeleted, rawStatementLines } from '../store/statements.ts'
import type { CheckedLog } from './check-log.ts'
import { formatLeaf, type Leaf, statementLeaf } from './leaf.ts'
import { inclusionProof, leafHash, rootOfProof } from './tree.ts'

/** A leaf and its number. */
interface NumberedLeaf extends Leaf {
  number: number
}

/** What a log says about one run. */
export interface RunInLog {
  /** The facts that the log proves, one line each. */
  proven: string[]
  faults: string[]
}

/** The files of a run. */
export interface RunFiles {
  /** The hash of the document; null if there is no document, or a damaged one. */
  hash: string | null
  examined: ExaminedStatements
}

/** Returns the runs that have leaves in a log, and a function that compares a run with its leaves. */
export function runsInLog(
  registry: Registry,
  log: CheckedLog,
): { ids: string[]; check: (id: string, files: RunFiles) => RunInLog } {
  const numbered = log.leaves.flatMap((leaf, number): NumberedLeaf[] => (leaf === null ? [] : [{ ...leaf, number }]))
  const byRun = Map.groupBy(numbered, ({ run }) => run)
  return {
    ids: [...byRun.keys()],
    check(id, files) {
      const leaves = byRun.get(id) ?? []
      const document = checkDocument(id, leaves, files, log)
      return { ...document, faults: [...document.faults, ...statementFaults(registry, id, leaves, files.examined)] }
    },
  }
}

const ADD = 'Add it with plimsoll-registry build --log-key'

function checkDocument(id: string, leaves: NumberedLeaf[], { hash, examined }: RunFiles, log: CheckedLog): RunInLog {
  const found = leaves.filter(({ kind }) => kind === 'document')
  const deletion = examined.statements.find((statement) => statement.kind === 'deleted')
  const proven: string[] = []
  const faults: string[] = []
  if (found.length === 0 && hash !== null && !isDeleted(examined.statements)) {
    faults.push(`its document has no leaf in the transparency log. ${ADD}`)
  }
  for (const leaf of found) {
    const expected = deletion?.hash ?? hash
    if (expected === null)
      faults.push(
        `its document is missing or damaged, but it was accepted: it is leaf ${leaf.number} of the transparency log`,
      )
    else if (expected !== leaf.hash)
      faults.push(`its document is another one than leaf ${leaf.number} of the transparency log: ${leaf.hash}`)
    else proven.push(...describeInclusion({ ...leaf, run: id }, log))
  }
  return { proven, faults }
}

function describeInclusion(leaf: NumberedLeaf, { checkpoints, nodes, leaves, verifier }: CheckedLog): string[] {
  const checkpoint = checkpoints.find(({ size }) => size > leaf.number)
  if (checkpoint === undefined || checkpoint.size > leaves.length) return []
  const proof = inclusionProof(leaf.number, checkpoint.size, nodes)
  const root = rootOfProof(leafHash(Buffer.from(formatLeaf(leaf))), leaf.number, checkpoint.size, proof)
  if (root === null || !Buffer.from(root).equals(checkpoint.root)) return []
  return [
    `leaf ${leaf.number} of the transparency log ${verifier.name}, in its signed checkpoint of ${checkpoint.size} leaves`,
  ]
}

function statementFaults(
  registry: Registry,
  id: string,
  leaves: NumberedLeaf[],
  { lines }: ExaminedStatements,
): string[] {
  const logged = new Map(leaves.filter(({ kind }) => kind === 'statement').map(({ hash, number }) => [hash, number]))
  const accepted = [...lines].map((line) => statementLeaf(id, line).hash)
  const present = new Set(rawStatementLines(registry, id).map((line) => statementLeaf(id, line).hash))
  const numbers = accepted.map((hash) => logged.get(hash))
  const known = numbers.filter((number) => number !== undefined)
  return [
    ...numbers.flatMap((number, at) =>
      number === undefined ? [`its statement ${at + 1} has no leaf in the transparency log. ${ADD}`] : [],
    ),
    ...[...logged].flatMap(([hash, number]) =>
      present.has(hash) ? [] : [`leaf ${number} of the transparency log is a statement that was removed or changed`],
    ),
    ...(known.some((number, at) => number < (known[at - 1] ?? 0))
      ? ['its statements are in another order than their leaves']
      : []),
  ]
}
