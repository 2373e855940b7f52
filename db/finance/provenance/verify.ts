/** Computes provenance again from the events and compares it with the stored rows. */
import { isDeepStrictEqual } from 'node:util';
import { sql, type Kysely } from 'kysely';
import { istDay } from '@sachet/shared/time';
import {
  emptyProvenance,
  projectProvenance,
  sumUnspent,
  type ProvenanceState,
} from '@sachet/shared/finance/provenance';
import { readSuppliers, type DatedSupplier } from '../../tax/suppliers.ts';
import type { Found, Look } from '../../ledger/check.ts';
import type { Database } from '../../tables.ts';
import { readEarlierTakings, readEventsAfter, sumUsed, toRows, type Used } from './project.ts';

export interface ProvenanceDifference {
  /** Null if it concerns all wallets. */
  readonly walletId: string | null;
  readonly detail: string;
}

export interface ProvenanceProof {
  readonly wallets: number;
  readonly events: number;
  /** Events that are not computed yet, which is not a fault. */
  readonly notYet: number;
  readonly differences: readonly ProvenanceDifference[];
}

const eventsPerStep = 5_000;
const mostListed = 200;

/** Runs in one snapshot, while the ledger and its provenance continue. */
export async function verifyProvenance(db: Kysely<Database>): Promise<ProvenanceProof> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const differences: ProvenanceDifference[] = [];
      const suppliers = await readSuppliers(trx);
      const days = new Map<string, DaySums>();
      const used = new Map<string, { paid: number; given: number }>();
      const { rows: wallets } = await sql<KeptWallet>`
        select p.wallet_id, p.seq, p.lots, p.debts, p.paid_paise, p.bonus_paise, p.debt_paise
          from provenance_wallet p order by p.wallet_id`.execute(trx);
      let events = 0;
      for (const wallet of wallets) {
        events += wallet.seq;
        const detail = await compareWallet(trx, wallet, { days, used, suppliers });
        if (detail) differences.push({ walletId: wallet.wallet_id, detail });
        if (differences.length === mostListed) break;
      }
      if (differences.length === 0) {
        differences.push(...(await compareDays(trx, days)), ...(await compareUsed(trx, used)));
      }
      const { rows } = await sql<{ not_yet: number }>`
        select coalesce(sum(w.seq - coalesce(p.seq, 0)), 0)::bigint as not_yet
          from wallet w left join provenance_wallet p on p.wallet_id = w.id`.execute(trx);
      return { wallets: wallets.length, events, notYet: rows[0]!.not_yet, differences };
    });
}

export async function findProvenanceDifferences({ db }: Pick<Look, 'db'>): Promise<Found[]> {
  const { differences } = await verifyProvenance(db);
  return differences.map(({ walletId, detail }) => {
    return { subject: walletId ?? 'all wallets', walletId, seq: null, detail };
  });
}

interface KeptWallet extends ProvenanceState {
  readonly wallet_id: string;
  readonly paid_paise: number;
  readonly bonus_paise: number;
  readonly debt_paise: number;
}

type DaySums = { paid_paise: number; bonus_paise: number; debt_paise: number };

/** Null if the stored moves match the events. Reads earlier moves only after they were compared. */
async function compareWallet(
  db: Kysely<Database>,
  kept: KeptWallet,
  {
    days,
    used,
    suppliers,
  }: {
    days: Map<string, DaySums>;
    used: Map<string, { paid: number; given: number }>;
    suppliers: readonly DatedSupplier[];
  },
): Promise<string | null> {
  const { wallet_id: walletId } = kept;
  let state = emptyProvenance;
  let balancePaise = 0;
  while (state.seq < kept.seq) {
    const limit = Math.min(eventsPerStep, kept.seq - state.seq);
    const events = await readEventsAfter(db, walletId, state.seq, limit);
    if (events.length < limit) return `is computed up to event ${kept.seq}, which does not exist`;
    const earlier = await readEarlierTakings(db, walletId, { before: state.seq + 1, events });
    if (events.some(({ seq }, i) => seq !== state.seq + i + 1)) return 'its events have a gap';
    const projected = projectProvenance(state, events, earlier);
    const stored = await readRows(db, walletId, { after: state.seq, until: projected.state.seq });
    const expected = toRows(projected.moves);
    const wrong = findDifference(expected, stored);
    if (wrong !== null) return `moves of event ${wrong} differ`;
    const at = new Map(events.map((event) => [event.seq, istDay(event.recordedAt.getTime())]));
    for (const { seq, ...effect } of projected.effects) addTo(days, at.get(seq)!, effect);
    for (const { paidPaise, givenPaise, ...of } of sumUsed(events, projected.moves, suppliers)) {
      const key = toUsedKey(of);
      const { paid, given } = used.get(key) ?? { paid: 0, given: 0 };
      used.set(key, { paid: paid + paidPaise, given: given + givenPaise });
    }
    ({ state } = projected);
    balancePaise += events.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
  }
  const beyond = await readRows(db, walletId, { after: state.seq, until: Number.MAX_SAFE_INTEGER });
  if (beyond[0]) return `moves of event ${beyond[0].seq} differ`;
  const { paidPaise, bonusPaise, debtPaise } = sumUnspent(state);
  if (paidPaise + bonusPaise - debtPaise !== balancePaise) return 'lots are not the balance';
  const isAsKept =
    isDeepStrictEqual(kept.lots, state.lots) &&
    isDeepStrictEqual(kept.debts, state.debts) &&
    isDeepStrictEqual(
      [kept.paid_paise, kept.bonus_paise, kept.debt_paise],
      [paidPaise, bonusPaise, debtPaise],
    );
  return isAsKept ? null : `lots or debts at event ${kept.seq} differ`;
}

/** The first event whose rows differ, or null. */
function findDifference(
  expected: readonly { seq: number }[],
  stored: readonly { seq: number }[],
): number | null {
  const longest = Math.max(expected.length, stored.length);
  for (let i = 0; i < longest; i += 1) {
    if (isDeepStrictEqual(expected[i], stored[i])) continue;
    return Math.min(expected[i]?.seq ?? Infinity, stored[i]?.seq ?? Infinity);
  }
  return null;
}

async function readRows(
  db: Kysely<Database>,
  walletId: string,
  { after, until }: { after: number; until: number },
) {
  return db
    .selectFrom('provenance_move')
    .select(['seq', 'ordinal', 'lot_seq', 'taken_seq', 'is_paid', 'purpose', 'amount_paise'])
    .where('wallet_id', '=', walletId)
    .where('seq', '>', after)
    .where('seq', '<=', until)
    .orderBy('seq')
    .orderBy('ordinal')
    .execute();
}

function addTo(
  days: Map<string, DaySums>,
  day: string,
  effect: { paidPaise: number; bonusPaise: number; debtPaise: number },
): void {
  const sums = days.get(day) ?? { paid_paise: 0, bonus_paise: 0, debt_paise: 0 };
  sums.paid_paise += effect.paidPaise;
  sums.bonus_paise += effect.bonusPaise;
  sums.debt_paise += effect.debtPaise;
  days.set(day, sums);
}

async function compareDays(
  db: Kysely<Database>,
  expected: ReadonlyMap<string, DaySums>,
): Promise<ProvenanceDifference[]> {
  const rows = await db.selectFrom('provenance_day').selectAll().execute();
  const kept = new Map(rows.map(({ day, ...sums }): [string, DaySums] => [day, sums]));
  const none: DaySums = { paid_paise: 0, bonus_paise: 0, debt_paise: 0 };
  return [...new Set([...kept.keys(), ...expected.keys()])]
    .toSorted()
    .filter((day) => !isDeepStrictEqual(kept.get(day) ?? none, expected.get(day) ?? none))
    .map((day) => ({ walletId: null, detail: `the sums of ${day} differ` }));
}

const toUsedKey = ({ day, account, settingsId }: Pick<Used, 'day' | 'account' | 'settingsId'>) =>
  `${day} ${account} ${settingsId}`;

async function compareUsed(
  db: Kysely<Database>,
  expected: ReadonlyMap<string, { paid: number; given: number }>,
): Promise<ProvenanceDifference[]> {
  const rows = await db.selectFrom('provenance_used').selectAll().execute();
  const kept = new Map(
    rows.map(({ day, account, settings_id: settingsId, paid_paise: paid, given_paise: given }) => [
      toUsedKey({ day, account, settingsId }),
      { paid, given },
    ]),
  );
  const none = { paid: 0, given: 0 };
  return [...new Set([...kept.keys(), ...expected.keys()])]
    .toSorted()
    .filter((key) => !isDeepStrictEqual(kept.get(key) ?? none, expected.get(key) ?? none))
    .map((key) => ({ walletId: null, detail: `what was bought on ${key} differs` }));
}

/**
 * Deletes all stored provenance. Needs the login of the tables' owner. The next projection computes it again.
 */
export async function forgetProvenance(db: Kysely<Database>): Promise<void> {
  await sql`truncate provenance_wallet, provenance_move, provenance_day, provenance_used`.execute(
    db,
  );
}
