import type { Pool } from 'pg';
import { merklePath } from '@sachet/shared/ledger/merkle';
import type { Receipt } from '@sachet/shared/ledger/receipt';
import { toLeaves, readCheckpoints, readHeadsAt } from './checkpoint.ts';
import { eventColumnList, eventDigest, eventFromRow, sha256, type EventRow } from './rows.ts';

export type ReceiptRefusal = 'event_not_found' | 'not_yet_in_a_checkpoint';
export type ReceiptOutcome =
  { ok: true; receipt: Receipt } | { ok: false; refusal: ReceiptRefusal };

/** The proof that this event stood in the ledger at the first checkpoint after it. */
export async function makeReceipt(
  pool: Pool,
  { walletId, seq }: { walletId: string; seq: number },
): Promise<ReceiptOutcome> {
  const covering = await pool.query<{ checkpoint_number: number; seq: number }>(
    `select checkpoint_number, seq from ledger_checkpoint_head
     where wallet_id = $1 and seq >= $2 order by checkpoint_number limit 1`,
    [walletId, seq],
  );
  const cover = covering.rows[0];
  const { rows } = await pool.query<EventRow>(
    `select ${eventColumnList} from ledger_event where wallet_id = $1 and seq between $2 and $3 order by seq`,
    [walletId, seq - 1, cover?.seq ?? seq],
  );
  const stored = rows.map(eventFromRow);
  const previous = stored[0]?.event.seq === seq - 1 ? stored.shift() : undefined;
  const own = stored.shift();
  if (own?.event.seq !== seq) return { ok: false, refusal: 'event_not_found' };
  if (!cover) return { ok: false, refusal: 'not_yet_in_a_checkpoint' };

  const heads = await readHeadsAt(pool, cover.checkpoint_number);
  const index = heads.findIndex((head) => head.walletId === walletId);
  const path = await merklePath(await toLeaves(heads), index, sha256);
  const signed = (await readCheckpoints(pool)).find(
    ({ checkpoint }) => checkpoint.number === cover.checkpoint_number,
  )!;
  return {
    ok: true,
    receipt: {
      event: own.event,
      requestHashHex: own.requestHash.toString('hex'),
      previousHeadHex: previous?.hash.toString('hex') ?? '00'.repeat(32),
      laterDigestsHex: stored.map((each) =>
        eventDigest(each.event, each.requestHash).toString('hex'),
      ),
      head: heads[index]!,
      path: path.map(({ side, hash }) => ({ side, hashHex: Buffer.from(hash).toString('hex') })),
      checkpoint: signed.checkpoint,
      signatureHex: signed.signatureHex,
    },
  };
}
