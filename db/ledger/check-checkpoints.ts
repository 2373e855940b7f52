import type { PoolClient } from 'pg';
import { encodeCheckpoint } from '@sachet/shared/ledger/checkpoint';
import type { ChainScan } from './chain-scan.ts';
import { readCheckpoints, readHeadsAt, rootOf, type SignedCheckpoint } from './checkpoint.ts';
import type { Fault } from './fault.ts';
import { sha256 } from './rows.ts';
import { isSignedBy } from './signing-key.ts';

export interface CheckpointsExpected {
  /** Raw Ed25519 key in hex. Without it signatures are not checked. */
  readonly publicKeyHex?: string;
  /** Checkpoints that were kept elsewhere: each must still be here, word for word. */
  readonly exported?: readonly SignedCheckpoint[];
}

/** Every checkpoint's hash, link and signature; the newest one's root; every head it ever saw. */
export async function checkCheckpoints(
  client: PoolClient,
  scan: ChainScan,
  { publicKeyHex, exported = [] }: CheckpointsExpected,
): Promise<{ faults: Fault[]; count: number }> {
  const checkpoints = await readCheckpoints(client);
  const faults: Fault[] = [];
  const forged = (number: number, detail: string) =>
    faults.push({
      kind: 'checkpoint_forged',
      walletId: null,
      seq: null,
      detail: `${number} ${detail}`,
    });

  let previousHashHex = '00'.repeat(32);
  checkpoints.forEach(({ checkpoint, hashHex, signatureHex }, i) => {
    const message = encodeCheckpoint(checkpoint);
    if (checkpoint.number !== i + 1) forged(i + 1, 'is not there');
    if (sha256(message).toString('hex') !== hashHex) forged(checkpoint.number, 'was edited');
    if (checkpoint.previousHashHex !== previousHashHex) {
      forged(checkpoint.number, 'does not follow the one before');
    }
    if (publicKeyHex && !isSignedBy(publicKeyHex, message, Buffer.from(signatureHex, 'hex'))) {
      forged(checkpoint.number, 'is not signed with the given key');
    }
    previousHashHex = hashHex;
  });

  const newest = checkpoints.at(-1);
  if (newest) {
    const heads = await readHeadsAt(client, newest.checkpoint.number);
    if ((await rootOf(heads)) !== newest.checkpoint.merkleRootHex) {
      forged(newest.checkpoint.number, 'does not lead to the heads that are kept with it');
    }
  }
  for (const kept of exported) {
    const here = checkpoints.find(({ hashHex }) => hashHex === kept.hashHex);
    if (here) continue;
    const detail = `checkpoint ${kept.checkpoint.number} of ${new Date(kept.checkpoint.createdAtMs).toISOString()} is not here: the database is older, or was cut off or replaced`;
    faults.push({ kind: 'checkpoint_missing', walletId: null, seq: null, detail });
  }
  return { faults: [...faults, ...(await headFaults(client, scan))], count: checkpoints.length };
}

/** The chains must still lead through every head that a checkpoint saw. */
async function headFaults(client: PoolClient, scan: ChainScan): Promise<Fault[]> {
  const { rows } = await client.query<{
    wallet_id: string;
    seq: number;
    checkpoint_number: number;
    is_there: boolean;
  }>(
    `select h.wallet_id, h.seq, h.checkpoint_number, e.seq is not null as is_there
     from ledger_checkpoint_head h
     left join ledger_event e on e.wallet_id = h.wallet_id and e.seq = h.seq
     where e.hash is distinct from h.head
     order by h.wallet_id, h.checkpoint_number limit 200`,
  );
  return rows.map(({ wallet_id: walletId, seq, checkpoint_number, is_there }): Fault => {
    const last = scan.runs.get(walletId)?.at(-1)?.tail.seq ?? 0;
    return is_there
      ? { kind: 'rewritten', walletId, seq, detail: `checkpoint ${checkpoint_number} saw another` }
      : {
          kind: seq > last ? 'truncated' : 'deleted',
          walletId,
          seq,
          detail: `checkpoint ${checkpoint_number} saw it`,
        };
  });
}
