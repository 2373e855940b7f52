/** Verifies every chain, the end of each, what the auditor has seen of it, and every checkpoint. */
import type { PoolClient } from 'pg';
import { ask, inSnapshot, type Found, type Look } from './check.ts';
import { findBrokenLinks, findWrongEnds, toProvedBefore } from './chain-findings.ts';
import { checkCheckpoints } from './check-checkpoints.ts';
import { proveChains } from './prove-chains.ts';

export interface WholeChains {
  readonly chain: readonly Found[];
  /** Events after the one that the wallet's row names: the row may be wrong, too. */
  readonly inserted: readonly Found[];
  readonly forged: readonly Found[];
  readonly missing: readonly Found[];
}

export const proveWholeChains = inSnapshot(proveInSnapshot);

async function proveInSnapshot(client: PoolClient, look: Look): Promise<WholeChains> {
  const { rows } = await client.query<{ id: string; seq: number }>(
    'select id, seq from wallet order by id',
  );
  const recorded = new Map(rows.map(({ id, seq }) => [id, seq]));
  look.progress(
    'chains',
    0,
    [...recorded.values()].reduce((sum, seq) => sum + seq, 0),
  );
  const { ends, broken, events } = await proveChains(client);
  look.progress('chains', events, events);
  const { truncated, inserted } = findWrongEnds(ends, recorded);
  const checkpoints = await checkCheckpoints(client, ends, look.expected);
  Object.assign(look.counts, { events, wallets: ends.size, checkpoints: checkpoints.count });
  return {
    chain: [
      ...findBrokenLinks(broken, recorded),
      ...truncated,
      ...(await findRewrittenChains(client)),
      ...checkpoints.chain,
    ],
    inserted,
    forged: checkpoints.forged,
    missing: checkpoints.missing,
  };
}

const mostListed = 200;

async function findRewrittenChains(client: PoolClient): Promise<Found[]> {
  const { rows } = await client.query<{ wallet_id: string; seq: number; is_there: true | null }>(
    `select p.wallet_id, p.seq, case when e.hash is not null then true end as is_there
     from wallet_proof p left join lateral (
       select hash from ledger_event where wallet_id = p.wallet_id and seq = p.seq offset 0
     ) e on true
     where e.hash is distinct from p.head order by 1 limit ${mostListed}`,
  );
  return rows.map((row) => toProvedBefore(row.wallet_id, row.seq, row.is_there));
}

/**
 * Wallets whose last event is another one than their row says, and of which neither the auditor nor a
 * checkpoint has seen that event: the row may be wrong, or the event forged. A rebuild would believe it.
 */
const askUnwitnessedEnds = ask(`
    select w.id || '#' || least(w.seq + 1, e.seq) as subject, w.id as wallet_id,
           least(w.seq + 1, e.seq) as seq,
           case when w.seq < e.seq then 'inserted: the wallet ends at seq ' || w.seq
             else 'edited: is not the event that the wallet''s row names' end as detail
     from wallet w, lateral (
       select seq, hash from ledger_event where wallet_id = w.id order by seq desc limit 1
     ) e
     where w.seq <= e.seq and (w.seq, w.head) <> (e.seq, e.hash)
       and not exists (
         select from wallet_proof p where p.wallet_id = w.id and (p.seq, p.head) = (e.seq, e.hash))
       and not exists (
         select from ledger_checkpoint_head h
         where h.wallet_id = w.id and (h.seq, h.head) = (e.seq, e.hash))
     order by 1`);

export const findUnwitnessedEnds = inSnapshot((client) => askUnwitnessedEnds(client));
