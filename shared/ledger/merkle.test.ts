import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leafHash, merklePath, merkleRoot, rootFromPath, type MerkleStep } from './merkle.ts';

const sha256 = (data: Uint8Array): Uint8Array => createHash('sha256').update(data).digest();
const text = (value: string): Uint8Array => Buffer.from(value);
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

async function buildTree(count: number) {
  const leaves = await Promise.all(
    Array.from({ length: count }, (_, i) => leafHash(text(`leaf ${i}`), sha256)),
  );
  return { leaves, root: await merkleRoot(leaves, sha256) };
}

const isProved = async (leaf: Uint8Array, path: readonly MerkleStep[], root: Uint8Array) =>
  hex(await rootFromPath(leaf, path, sha256)) === hex(root);

/** The tree as RFC 6962 defines it: split at the largest power of two below the size. */
function definedRoot(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 1) return leaves[0]!;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  const halves = [definedRoot(leaves.slice(0, split)), definedRoot(leaves.slice(split))];
  return sha256(Buffer.concat([Buffer.of(1), ...halves]));
}

const flipped = (bytes: Uint8Array, at: number): Uint8Array =>
  bytes.map((byte, i) => (i === at % bytes.length ? byte ^ 1 : byte));

describe('the Merkle tree', () => {
  it('the root of a Merkle tree without leaves is the digest of the empty text, and the root of one leaf is that leaf', async () => {
    expect(hex(await merkleRoot([], sha256))).toBe(hex(sha256(new Uint8Array(0))));
    const { leaves, root } = await buildTree(1);
    expect(hex(root)).toBe(hex(leaves[0]!));
    expect(hex(root)).toBe(hex(sha256(Buffer.concat([Buffer.of(0), text('leaf 0')]))));
  });

  it('the Merkle tree has the root that RFC 6962 defines, and a path from every leaf to it, for 1 to 70 leaves', async () => {
    for (let count = 1; count <= 70; count += 1) {
      const { leaves, root } = await buildTree(count);
      expect(hex(root), `${count}`).toBe(hex(definedRoot(leaves)));
      for (let i = 0; i < count; i += 1) {
        const path = await merklePath(leaves, i, sha256);
        expect(path.length).toBeLessThanOrEqual(Math.ceil(Math.log2(count)));
        expect(await isProved(leaves[i]!, path, root), `${i} of ${count}`).toBe(true);
      }
    }
  });

  it('the root of the Merkle tree changes with any leaf, with their order and with their number', async () => {
    const numbers = fc
      .integer({ min: 2, max: 70 })
      .chain((count) =>
        fc.record({ count: fc.constant(count), i: fc.nat(count - 1), bit: fc.nat() }),
      );
    await fc.assert(
      fc.asyncProperty(numbers, async ({ count, i, bit }) => {
        const { leaves, root } = await buildTree(count);
        const other = async (changed: Uint8Array[]) =>
          expect(hex(await merkleRoot(changed, sha256))).not.toBe(hex(root));
        await other(leaves.with(i, flipped(leaves[i]!, bit)));
        await other([...leaves.slice(1), leaves[0]!]);
        await other(leaves.toSpliced(i, 1));
        await other([...leaves, leaves[i]!]);
      }),
    );
  });

  it('a Merkle proof is refused after any change of the leaf, a step, its side or the root', async () => {
    const numbers = fc
      .integer({ min: 2, max: 70 })
      .chain((count) =>
        fc.record({ count: fc.constant(count), i: fc.nat(count - 1), bit: fc.nat(), at: fc.nat() }),
      );
    await fc.assert(
      fc.asyncProperty(numbers, async ({ count, i, bit, at }) => {
        const { leaves, root } = await buildTree(count);
        const [leaf, path] = [leaves[i]!, await merklePath(leaves, i, sha256)];
        const step = path[at % path.length]!;
        const withStep = (changed: MerkleStep) => path.with(at % path.length, changed);
        const otherSide = step.side === 'left' ? 'right' : 'left';

        expect(await isProved(leaf, path, root)).toBe(true);
        expect(await isProved(flipped(leaf, bit), path, root)).toBe(false);
        expect(await isProved(leaf, path, flipped(root, bit))).toBe(false);
        const edited = { ...step, hash: flipped(step.hash, bit) };
        expect(await isProved(leaf, withStep(edited), root)).toBe(false);
        expect(await isProved(leaf, withStep({ ...step, side: otherSide }), root)).toBe(false);
        expect(await isProved(leaf, path.slice(1), root)).toBe(false);
        expect(await isProved(leaf, [...path, step], root)).toBe(false);
        const another = leaves[(i + 1) % count]!;
        expect(await isProved(another, path, root)).toBe(false);
      }),
    );
  });

  it('the Merkle tree does not accept an inner node as a leaf', async () => {
    const { leaves, root } = await buildTree(4);
    const children = Buffer.concat([leaves[0]!, leaves[1]!]);
    const inner = sha256(Buffer.concat([Buffer.of(1), children]));
    const right = sha256(Buffer.concat([Buffer.of(1), leaves[2]!, leaves[3]!]));
    const path: MerkleStep[] = [{ side: 'right', hash: right }];
    expect(await isProved(inner, path, root), 'the node is in the tree').toBe(true);
    // An attacker who chooses a leaf's content cannot turn a node into a leaf.
    expect(await isProved(await leafHash(children, sha256), path, root)).toBe(false);
  });
});
