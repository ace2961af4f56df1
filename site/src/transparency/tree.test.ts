import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashTree, inclusionProof, leafHash, rootHash, rootOfProof } from './tree.ts'

/** The leaves and roots of the reference implementation of RFC 6962 (github.com/google/certificate-transparency). */
const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]
const PROOFS: [index: number, size: number, proof: string[]][] = [
  [0, 1, []],
  [
    ...([0, 8] as const),
    [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  ],
  [
    ...([5, 8] as const),
    [
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  ],
  [2, 3, ['fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125']],
  [
    ...([1, 5] as const),
    [
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ],
  ],
]

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const treeOf = (entries: Buffer[]) => hashTree(Buffer.concat(entries.map(leafHash)))
const nodes = treeOf(LEAVES.map((leaf) => Buffer.from(leaf, 'hex')))

test('the roots of all sizes are those of the reference implementation', () => {
  expect(ROOTS.map((_, size) => hex(rootHash(size, nodes)))).toEqual(ROOTS)
})

test('the proofs of inclusion are those of the reference implementation', () => {
  for (const [index, size, proof] of PROOFS) expect(inclusionProof(index, size, nodes).map(hex)).toEqual(proof)
})

test('a tree has the root that RFC 6962 defines, and every leaf has a proof for every size of the tree', () => {
  const entries = Array.from({ length: 70 }, (_, number) => Buffer.from(`entry ${number}`))
  const tree = treeOf(entries)
  for (let size = 1; size <= entries.length; size += 1) {
    const root = rootHash(size, tree)
    expect(hex(root)).toBe(hex(definedRoot(entries.slice(0, size))))
    for (let index = 0; index < size; index += 1) {
      const proof = inclusionProof(index, size, tree)
      expect(hex(rootOfProof(leafHash(entries[index] as Buffer), index, size, proof) as Uint8Array)).toBe(hex(root))
    }
  }
})

test('a proof of another leaf, for another size or of another length proves nothing', () => {
  const root = ROOTS[7] as string
  const proof = inclusionProof(4, 7, nodes)
  const leaf = leafHash(Buffer.from(LEAVES[4] as string, 'hex'))
  const prove = (...[hash, index, size, hashes]: Parameters<typeof rootOfProof>) =>
    hex(rootOfProof(hash, index, size, hashes) ?? Buffer.alloc(0))
  expect(prove(leaf, 4, 7, proof)).toBe(root)
  expect(prove(leafHash(Buffer.from('x')), 4, 7, proof)).not.toBe(root)
  expect(prove(leaf, 5, 7, proof)).not.toBe(root)
  expect(prove(leaf, 4, 6, proof)).toBe('')
  expect(prove(leaf, 4, 7, proof.slice(1))).toBe('')
  expect(prove(leaf, 4, 7, [...proof, leaf])).not.toBe(root)
  expect(prove(leaf, 0, 0, [])).toBe('')
})

/** The definition of RFC 6962, section 2.1, word by word. */
function definedRoot(entries: Buffer[]): Buffer {
  const hash = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
  if (entries.length === 1) return hash(Uint8Array.of(0), entries[0] as Buffer)
  const split = 2 ** Math.floor(Math.log2(entries.length - 1))
  return hash(Uint8Array.of(1), definedRoot(entries.slice(0, split)), definedRoot(entries.slice(split)))
}
