/**
 * A Merkle tree over wallet heads. Leaves and inner nodes are hashed with different prefixes, so that no
 * inner node can pass as a leaf (RFC 6962); an odd node moves up unchanged.
 */

/** A SHA-256 function; asynchronous because the browser's function is asynchronous. */
export type Digest = (data: Uint8Array) => Promise<Uint8Array> | Uint8Array;

export interface MerkleStep {
  /** The side of the node that the sibling is on. */
  readonly side: 'left' | 'right';
  readonly hash: Uint8Array;
}

const leafPrefix = 0;
const innerPrefix = 1;

function prefixed(prefix: number, ...parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(1 + parts.reduce((sum, part) => sum + part.length, 0));
  whole[0] = prefix;
  let at = 1;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function leafHash(leaf: Uint8Array, digest: Digest): Promise<Uint8Array> | Uint8Array {
  return digest(prefixed(leafPrefix, leaf));
}

async function nextLevel(level: readonly Uint8Array[], digest: Digest): Promise<Uint8Array[]> {
  const next: Uint8Array[] = [];
  for (let i = 0; i < level.length; i += 2) {
    const left = level[i]!;
    const right = level[i + 1];
    next.push(right ? await digest(prefixed(innerPrefix, left, right)) : left);
  }
  return next;
}

/** The root of the tree; without leaves, the digest of the empty text. */
export async function merkleRoot(
  leafHashes: readonly Uint8Array[],
  digest: Digest,
): Promise<Uint8Array> {
  if (leafHashes.length === 0) return digest(new Uint8Array(0));
  let level = leafHashes;
  while (level.length > 1) level = await nextLevel(level, digest);
  return level[0]!;
}

/** The siblings that lead from one leaf to the root. */
export async function merklePath(
  leafHashes: readonly Uint8Array[],
  index: number,
  digest: Digest,
): Promise<MerkleStep[]> {
  const path: MerkleStep[] = [];
  let level = leafHashes;
  for (let at = index; level.length > 1; at = Math.floor(at / 2)) {
    const isRight = at % 2 === 1;
    const sibling = level[isRight ? at - 1 : at + 1];
    if (sibling) path.push({ side: isRight ? 'left' : 'right', hash: sibling });
    level = await nextLevel(level, digest);
  }
  return path;
}

export async function rootFromPath(
  leaf: Uint8Array,
  path: readonly MerkleStep[],
  digest: Digest,
): Promise<Uint8Array> {
  let node = leaf;
  for (const { side, hash } of path) {
    node = await digest(
      side === 'left' ? prefixed(innerPrefix, hash, node) : prefixed(innerPrefix, node, hash),
    );
  }
  return node;
}
