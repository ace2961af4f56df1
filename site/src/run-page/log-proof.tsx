import type { LogProof } from '../transparency/proof.ts'

/** The proof that the document is in the transparency log of the registry; nothing if there is none. */
export function InclusionProof({ proof }: { proof: LogProof | null }) {
  if (proof === null) return null
  const { number, leaf, text, verifier } = proof
  return (
    <section aria-labelledby="log">
      <h2 id="log">Transparency log</h2>
      <p>
        The hash of this document is leaf {number} of the registry’s <a href="../log/checkpoint">transparency log</a>. A
        reader who keeps a checkpoint of the log can show later whether any earlier leaf was removed or changed.
      </p>
      <details>
        <summary>Proof of inclusion</summary>
        <p>The leaf, without a line feed. Its hash is the SHA-256 of a zero byte and this text (RFC 6962):</p>
        <pre>{leaf}</pre>
        <p>
          The hashes beside the way from the leaf to the root, and the signed checkpoint, as a file that any program for{' '}
          <code>c2sp.org/tlog-proof</code> reads:
        </p>
        <pre>{text}</pre>
        <p>The key that verifies the signature. Get it from a source that you trust, too:</p>
        <pre>{verifier}</pre>
      </details>
    </section>
  )
}
