/** The checks of events, projections and checkpoints. */
import { ask, inSnapshot, type Check } from './check.ts';
import { findDifferences, type TableDifference } from './differences.ts';
import {
  findBrokenChains,
  findProjectionDifferences,
  findWalletDifferences,
} from './wallet-batch.ts';
import { proveWholeChains } from './whole-chains.ts';

const manual = 'docs/ledger.md#after-a-finding';
/** A sweep runs every 15 seconds by default. A row that is still there after this time was missed. */
export const sweepsMissed = `interval '10 minutes'`;
export const workers =
  'Check that the workers are ready and what their log says: they make up for it.';
export const changedRows =
  'Rows that are computed from events differ. Find out who wrote them, then run `ledger rebuild`, which ' +
  'verifies the events first.';
export const forgedSignature =
  'A signed text was changed, or the key is missing in LEDGER_PUBLIC_KEYS_PREVIOUS. With the right ' +
  `keys, keep the evidence and restore (${manual}).`;

const findAllDifferences = inSnapshot((client, { progress }): Promise<TableDifference[]> =>
  findDifferences(client, (done, total) => progress('projections', done, total)),
);

export const ledgerChecks = {
  chain_broken: {
    toDo:
      'Events were changed. Do not rebuild: stop spending from the wallet, keep the evidence, and put the ' +
      `events back (${manual}).`,
    async whole({ once }) {
      const { chain, inserted } = await once(proveWholeChains);
      return [...chain, ...inserted];
    },
    ofWallets: async (_client, batch) => findBrokenChains(batch),
  },
  checkpoint_forged: {
    toDo: forgedSignature,
    whole: async ({ once }) => (await once(proveWholeChains)).forged,
  },
  checkpoint_missing: {
    toDo:
      'The database is older than the checkpoint, or was cut off. After a restore, record it with `ledger ' +
      `restored\`; without one, restore the newest backup (${manual}).`,
    whole: async ({ once }) => (await once(proveWholeChains)).missing,
  },
  wallet_differs: {
    toDo:
      'The wallet’s row and its events differ. Stop spending from it and run `ledger verify`: without ' +
      '`chain_broken` the row is wrong, and `ledger rebuild` replaces it; otherwise the events come first ' +
      `(${manual}).`,
    whole: async ({ once }) =>
      (await once(findAllDifferences)).filter(({ table }) => table === 'wallet'),
    ofWallets: findWalletDifferences,
  },
  projection_differs: {
    toDo: changedRows,
    whole: async ({ once }) =>
      (await once(findAllDifferences)).filter(({ table }) => table !== 'wallet'),
    ofWallets: findProjectionDifferences,
  },
  hold_overdue: {
    toDo: workers,
    now: ask(`
      select id as subject, wallet_id, amount_paise || ' paise since ' || expires_at as detail
      from open_hold where expires_at < now() - ${sweepsMissed}`),
  },
  held_differs: {
    toDo: changedRows,
    now: ask(`
      select coalesce(w.id, h.wallet_id) as subject, coalesce(w.id, h.wallet_id) as wallet_id,
             coalesce(w.held_paise, 0) || ' paise held, open holds of ' || coalesce(h.paise, 0)
               as detail
      from (select id, held_paise from wallet where held_paise <> 0) w
      full join (
        select wallet_id, sum(amount_paise) as paise from open_hold group by 1
      ) h on h.wallet_id = w.id
      where w.held_paise is distinct from h.paise`),
  },
  over_refunded: {
    toDo: 'Compare the charge or payment with Razorpay, and correct the wallet at /admin/users.',
    now: ask(`
      select c.wallet_id || '#' || c.seq as subject, c.wallet_id, c.seq,
             c.refunded_paise || ' paise given back of ' || c.amount_paise as detail
      from (
        select distinct wallet_id, reverses_seq from ledger_event where reverses_seq is not null
      ) r, lateral (
        select * from charge where wallet_id = r.wallet_id and seq = r.reverses_seq offset 0
      ) c
      where c.refunded_paise not between 0 and c.amount_paise
      union all
      select p.id, p.wallet_id, null, p.refunded_paise || ' refunded and ' || p.disputed_paise ||
             ' disputed of ' || p.credited_paise || ' paise'
      from (
        select distinct payment_id from ledger_event
        where kind in ('RefundReturned', 'DisputeWon')
      ) r, lateral (select * from payment where id = r.payment_id offset 0) p
      where least(p.refunded_paise, p.disputed_paise) < 0`),
  },
  verification_faults: {
    toDo: 'Run `ledger verify`, which names each finding and what to do.',
    now: ask(`
      select 'verification ' || id as subject,
             coalesce(error, (result ->> 'findingCount') || ' findings') as detail
      from (
        select * from ledger_verification where finished_at is not null order by id desc limit 1
      ) newest
      where status = 'failed' or (result ->> 'findingCount')::int > 0`),
  },
  verification_late: {
    toDo: workers,
    now: ask(`
      select 'newest' as subject,
             'the newest of ' || coalesce(max(finished_at)::text, 'never') as detail
      from ledger_verification where status = 'done'
      having coalesce(max(finished_at), '-infinity') < now() - interval '26 hours'
        and exists (select from ledger_event where recorded_at < now() - interval '26 hours')`),
  },
  checkpoint_late: {
    toDo: 'Read the worker’s log: it names a missing key or an unrecorded restore. Else check that a worker is ready.',
    // A checkpoint that is older than the newest events although a newer one was due.
    now: ask(`
      select 'newest' as subject, 'the newest of ' || c.created_at as detail
      from (select number, created_at from ledger_checkpoint order by number desc limit 1) c
      where c.created_at < now() - interval '2 hours' and exists (
        select from wallet where recorded_at between c.created_at and now() - interval '2 hours'
      )`),
  },
} as const satisfies Record<string, Check>;
