/**
 * Proof that one event is in the ledger, which can be checked with the public key alone: the event's digest,
 * the links from it to the wallet's head at a checkpoint, the head's place in the checkpoint's Merkle tree,
 * and the signature. Other events of the wallet appear only as digests.
 */
import { z } from 'zod';
import { currentCheckpointVersion, encodeCheckpoint, encodeWalletHead } from './checkpoint.ts';
import { encodeEvent } from './encoding.ts';
import {
  currentEncodingVersion,
  eventFields,
  EventKind,
  type EventRecord,
  type Field,
  type FieldType,
} from './event.ts';
import { leafHash, rootFromPath } from './merkle.ts';

const Hash = z.string().regex(/^[0-9a-f]{64}$/);
/** The first 8 bytes of a request's digest. */
const RequestHash = z.string().regex(/^[0-9a-f]{16}$/);
const Count = z.number().int().min(0);
const Paise = z.number().int();

const schemas: Record<FieldType, z.ZodType> = {
  kind: EventKind,
  text: z.string(),
  version: z.number().int(),
  count: Count,
  paise: Paise,
  moment: z.number().int(),
  digest: Hash,
};

const ReceiptEvent = z.object(
  Object.fromEntries(
    Object.entries<Field>(eventFields).map(([name, { type, nullable }]) => [
      name,
      nullable ? schemas[type].nullable() : schemas[type],
    ]),
  ),
) as unknown as z.ZodType<EventRecord>;

export const Receipt = z.object({
  event: ReceiptEvent,
  requestHashHex: RequestHash,
  /** The wallet's head before the event. */
  previousHeadHex: Hash,
  /** Digests of the wallet's events after it, up to the checkpoint. */
  laterDigestsHex: z.array(Hash),
  head: z.object({
    walletId: z.string(),
    seq: Count,
    headHex: Hash,
    balancePaise: Paise,
    heldPaise: Paise,
  }),
  path: z.array(z.object({ side: z.enum(['left', 'right']), hashHex: Hash })),
  checkpoint: z.object({
    version: z.number().int(),
    number: Count,
    createdAtMs: z.number().int(),
    walletCount: Count,
    eventCount: Count,
    balancePaise: Paise,
    heldPaise: Paise,
    merkleRootHex: Hash,
    previousHashHex: Hash,
    keyId: z.string(),
  }),
  signatureHex: z.string().regex(/^[0-9a-f]{128}$/),
});
export type Receipt = z.infer<typeof Receipt>;

/** A checkpoint as it is published and kept; `hashHex` is its SHA-256. */
export const SignedCheckpoint = z.object({
  checkpoint: Receipt.shape.checkpoint,
  hashHex: Hash,
  signatureHex: Receipt.shape.signatureHex,
});

export type ReceiptFault =
  'version_unknown' | 'head_differs' | 'not_in_checkpoint' | 'signature_invalid';
export type ReceiptVerdict = { ok: true } | { ok: false; fault: ReceiptFault };

/**
 * Verifies the signature with each of these keys (Ed25519, raw, in hex) until one matches. Throws the error
 * of `subtle` if it cannot check such signatures.
 */
export async function verifyReceiptWith(
  receipt: Receipt,
  publicKeysHex: readonly string[],
  subtle: typeof globalThis.crypto.subtle,
): Promise<ReceiptVerdict> {
  let verdict: ReceiptVerdict = { ok: false, fault: 'signature_invalid' };
  for (const hex of publicKeysHex) {
    verdict = await verifyReceipt(receipt, parseHex(hex), subtle);
    if (verdict.ok || verdict.fault !== 'signature_invalid') return verdict;
  }
  return verdict;
}

/** `publicKey` is the raw 32 bytes of the ledger's Ed25519 key, from a place you trust. */
export async function verifyReceipt(
  receipt: Receipt,
  publicKey: Uint8Array<ArrayBuffer>,
  subtle: typeof globalThis.crypto.subtle,
): Promise<ReceiptVerdict> {
  const digest = async (data: Uint8Array) =>
    new Uint8Array(await subtle.digest('SHA-256', data as Uint8Array<ArrayBuffer>));

  const { event, head, checkpoint } = receipt;
  if (
    event.encodingVersion !== currentEncodingVersion ||
    checkpoint.version !== currentCheckpointVersion
  ) {
    return { ok: false, fault: 'version_unknown' };
  }

  let link = parseHex(receipt.previousHeadHex);
  const own = await digest(utf8.encode(encodeEvent(event, receipt.requestHashHex)));
  for (const each of [own, ...receipt.laterDigestsHex.map(parseHex)]) {
    link = await digest(concatBytes(link, each));
  }
  const reachesHead =
    head.walletId === event.walletId &&
    head.seq === event.seq + receipt.laterDigestsHex.length &&
    toHex(link) === head.headHex;
  if (!reachesHead) return { ok: false, fault: 'head_differs' };

  const leaf = await leafHash(encodeWalletHead(head), digest);
  const path = receipt.path.map(({ side, hashHex }) => ({ side, hash: parseHex(hashHex) }));
  if (toHex(await rootFromPath(leaf, path, digest)) !== checkpoint.merkleRootHex) {
    return { ok: false, fault: 'not_in_checkpoint' };
  }

  const key = await subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']);
  const signed = await subtle.verify(
    'Ed25519',
    key,
    parseHex(receipt.signatureHex),
    encodeCheckpoint(checkpoint) as Uint8Array<ArrayBuffer>,
  );
  return signed ? { ok: true } : { ok: false, fault: 'signature_invalid' };
}

const utf8 = new TextEncoder();

function parseHex(hex: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(hex.length / 2);
  for (let i = 0; i < bytes.length; i += 1)
    bytes[i] = Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function concatBytes(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
