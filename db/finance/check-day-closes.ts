/**
 * Verifies every close of a day: its hash, link and signature, its checkpoint, and its totals from the
 * events.
 */
import type { PoolClient } from 'pg';
import { istZone, addDays } from '@sachet/shared/time';
import { areSameTotals, encodeDayClose, type DayTotal } from '@sachet/shared/finance/day-close';
import { ofSubject, type Found, type Look } from '../ledger/check.ts';
import { createSignatureCheck } from '../ledger/check-checkpoints.ts';
import { sha256 } from '../ledger/rows.ts';
import { signedFromRow, type SignedDayClose } from './day-close.ts';

/** The transaction of `client` must see one snapshot. */
export async function checkDayCloses(
  client: PoolClient,
  { expected }: Pick<Look, 'expected'>,
): Promise<Found[]> {
  const { rows } = await client.query('select * from ledger_day_close order by day');
  if (rows.length === 0) return [];
  const totals = await readKnownTotals(client);
  const checkpoints = await readCheckpointHashes(client);
  const findSignatureFault = createSignatureCheck(expected);
  const found: Found[] = [];
  let previous: SignedDayClose | null = null;
  for (const signed of rows.map(signedFromRow)) {
    const { day } = signed.close;
    const forged = (of: string, detail: string) => found.push(ofSubject(of, detail));
    const message = toMessage(signed);
    const following: string = previous ? addDays(previous.close.day, 1) : day;
    if (day !== following) forged(following, 'is missing');
    if (!message || sha256(message).toString('hex') !== signed.hashHex) forged(day, 'was edited');
    if (signed.close.previousHashHex !== (previous?.hashHex ?? '00'.repeat(32))) {
      forged(day, 'does not follow the day before');
    }
    const signature = findSignatureFault(message, Buffer.from(signed.signatureHex, 'hex'));
    if (signature) forged(day, signature);
    const { checkpointNumber, checkpointHashHex } = signed.close;
    if (checkpoints.get(checkpointNumber) !== checkpointHashHex) {
      forged(day, `builds upon checkpoint ${checkpointNumber}, which is not here`);
    }
    if (!areSameTotals(signed.close.totals, totals.get(day) ?? [])) {
      forged(day, 'does not have the totals of the events that were known');
    }
    previous = signed;
  }
  return found;
}

/** Null if this version of the code cannot have signed the close. */
function toMessage({ close }: SignedDayClose): Uint8Array | null {
  try {
    return encodeDayClose(close);
  } catch {
    return null;
  }
}

async function readCheckpointHashes(client: PoolClient): Promise<Map<number, string>> {
  const { rows } = await client.query<{ number: number; hash: Buffer }>(
    'select number, hash from ledger_checkpoint',
  );
  return new Map(rows.map(({ number, hash }) => [number, hash.toString('hex')]));
}

/** For each closed day, the totals of its events (by effective day) that its checkpoint contained. */
async function readKnownTotals(client: PoolClient): Promise<Map<string, DayTotal[]>> {
  const { rows } = await client.query<DayTotal & { day: string }>(`
    with seen as materialized (
      select c.day::date as day, e.wallet_id, (
               select h.seq from ledger_checkpoint_head h
                where h.wallet_id = e.wallet_id and h.checkpoint_number <= c.checkpoint_number
                order by h.checkpoint_number desc limit 1) as upto
        from (
          select distinct wallet_id, (effective_at at time zone '${istZone}')::date as day
            from ledger_event) e
        join ledger_day_close c on c.day::date = e.day
    )
    select to_char(seen.day, 'YYYY-MM-DD') as day, kind, coalesce(counter_account, '') as account,
           count(*) as events, sum(amount_paise)::bigint as "amountPaise",
           sum(held_paise)::bigint as "heldPaise"
      from ledger_event e join seen
        on seen.wallet_id = e.wallet_id
       and seen.day = (e.effective_at at time zone '${istZone}')::date and e.seq <= seen.upto
     group by seen.day, 2, 3`);
  const byDay = new Map<string, DayTotal[]>();
  for (const { day, ...total } of rows) byDay.set(day, [...(byDay.get(day) ?? []), total]);
  return byDay;
}
