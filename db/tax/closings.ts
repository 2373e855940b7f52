/**
 * Closes an earlier registration of the supplier: moves the advances that it received and will not use to the
 * present one, by a refund voucher of the earlier and a receipt voucher of the present registration for each wallet.
 * Money does not move, so the ledger has no event of it.
 *
 * 1. a super admin asks for it: a row with its audit row
 * 2. the worker issues both vouchers of a wallet in one transaction, once its use under the earlier registration is
 *    invoiced, which may be the next month
 * 3. after a pass in which no wallet waited, the row is done
 *
 * | crash                     | what happens                                                               |
 * | ------------------------- | -------------------------------------------------------------------------- |
 * | before 1 commits          | nothing was asked; asking again does not add a second open row             |
 * | within a wallet           | neither voucher exists, and their numbers are free; the next pass has both |
 * | between two wallets       | the next pass continues: a wallet has its vouchers once for each closing   |
 * | before the row is done    | the next pass finds nothing to issue, and ends it                          |
 */
import { sql, type Kysely, type Transaction } from 'kysely';
import { takeAdvances, type Advance } from '@sachet/shared/tax/advances';
import { composeReceipt, composeRefundVoucher } from '@sachet/shared/tax/compose';
import { hasLetter } from '@sachet/shared/tax/letters';
import { pickTax } from '@sachet/shared/tax/tax';
import { istDay } from '@sachet/shared/time';
import type { Lot } from '@sachet/shared/finance/provenance';
import { lockUntilCommit } from '../locks.ts';
import type { Database } from '../tables.ts';
import { readAdvances } from './advances.ts';
import type { Batches } from './batches.ts';
import { readClock } from './clock.ts';
import { issueDocuments, type Draft, type LotAmount } from './issue.ts';
import { profileAt, readBillingProfiles } from './profiles.ts';
import { readSuppliers, supplierAt, supplierWithGstin, type DatedSupplier } from './suppliers.ts';

export type ClosingRefusal = 'unknown_registration' | 'present_registration';

/** Asks for it; again while it is in progress does nothing. */
export async function askToClose(
  trx: Transaction<Database>,
  { gstin, by }: { gstin: string; by: string },
): Promise<ClosingRefusal | null> {
  await lockUntilCommit(trx, 'documents');
  const suppliers = await readSuppliers(trx);
  if (!suppliers.some(({ settings }) => settings.gstin === gstin)) return 'unknown_registration';
  // A registration that has not begun would use the advances that it moved away.
  const nowMs = await readClock(trx);
  const isPresentOrLater = suppliers.some(
    (each) =>
      each.settings.gstin === gstin &&
      (each.validFromMs > nowMs || each === supplierAt(suppliers, nowMs)),
  );
  if (isPresentOrLater) return 'present_registration';
  await trx
    .insertInto('registration_closing')
    .values({ gstin, asked_by: by, done_at: null })
    .onConflict((conflict) => conflict.column('gstin').where('done_at', 'is', null).doNothing())
    .execute();
  return null;
}

interface Closing {
  readonly id: number;
  readonly gstin: string;
}

/** Issues the vouchers of every open closing that can be issued now. */
export async function issueForClosings(db: Kysely<Database>, batches: Batches): Promise<void> {
  const { rows } = await sql<Closing>`
    select id, gstin from registration_closing where done_at is null order by id`.execute(db);
  for (const closing of rows) {
    let waiting = 0;
    for await (const walletId of findWallets(db, closing)) {
      if (!(await closeWallet(db, closing, { walletId, batches }))) waiting += 1;
    }
    // A credit note that another worker is about to issue restores an advance.
    if (waiting === 0) {
      await sql`update registration_closing set done_at = clock_timestamp()
                 where id = ${closing.id} and done_at is null
                   and not exists (
                     select from ledger_event e join document_progress d on d.wallet_id = e.wallet_id
                      where e.kind = 'ChargeRefunded' and e.seq > d.seq
                        and exists (select from document v where v.wallet_id = e.wallet_id
                                       and v.gstin = ${closing.gstin}))`.execute(db);
    }
  }
}

const walletsPerRead = 500;

/** Wallets with advances of the registration, and without vouchers of this closing. */
async function* findWallets(
  db: Kysely<Database>,
  { id, gstin }: Closing,
): AsyncGenerator<string, void> {
  let after = '';
  for (;;) {
    const { rows } = await sql<{ walletId: string }>`
      select a.wallet_id as "walletId"
        from document_advance a join document v on v.id = a.voucher_id
       where v.gstin = ${gstin} and a.wallet_id > ${after}
         and not exists (select from document d where d.closing_id = ${id} and d.wallet_id = a.wallet_id)
       group by a.wallet_id having sum(a.amount_paise) > 0
       order by a.wallet_id limit ${walletsPerRead}`.execute(db);
    for (const { walletId } of rows) yield walletId;
    if (rows.length < walletsPerRead) return;
    after = rows.at(-1)!.walletId;
  }
}

/** False if the wallet has to wait. */
async function closeWallet(
  db: Kysely<Database>,
  closing: Closing,
  { walletId, batches: { broken, failed } }: { walletId: string; batches: Batches },
): Promise<boolean> {
  if (broken.has(walletId)) return false;
  try {
    return await db.transaction().execute(async (trx) => {
      const wallet = await lockWallet(trx, closing, walletId);
      if (!wallet) return false;
      const suppliers = await readSuppliers(trx);
      const nowMs = await readClock(trx);
      const present = supplierAt(suppliers, nowMs)!;
      // The supplier has moved back.
      if (present.settings.gstin === closing.gstin) return false;
      const earlier = supplierWithGstin(suppliers, closing.gstin, nowMs)!;
      const parties = { suppliers, earlier, present, nowMs };
      await issueDocuments(trx, await draftVouchers(trx, closing, { walletId, wallet, parties }));
      return true;
    });
  } catch (error) {
    broken.add(walletId);
    failed(error, walletId);
    return false;
  }
}

interface LockedWallet {
  readonly lots: readonly Lot[];
  readonly seq: number;
  readonly invoicedSeq: number;
}

/** Undefined while the wallet has documents to come that change the registration's advances. */
async function lockWallet(
  trx: Transaction<Database>,
  { gstin }: Closing,
  walletId: string,
): Promise<LockedWallet | undefined> {
  const { rows } = await sql<LockedWallet>`
    select p.lots, p.seq, d.invoiced_seq as "invoicedSeq"
      from document_progress d join provenance_wallet p on p.wallet_id = d.wallet_id
     where d.wallet_id = ${walletId} and d.seq >= p.seq
       and not exists (
         select from ledger_event e
           join supplier_setting_span s on e.recorded_at >= s.valid_from
            and (e.recorded_at < s.valid_until or s.valid_until is null)
          where e.wallet_id = d.wallet_id and e.seq > d.invoiced_seq and s.gstin = ${gstin}
            and e.kind in ('Charged', 'HoldCaptured') and e.amount_paise < 0)
       for update of d`.execute(trx);
  return rows[0];
}

interface Parties {
  readonly suppliers: readonly DatedSupplier[];
  readonly earlier: DatedSupplier;
  readonly present: DatedSupplier;
  readonly nowMs: number;
}

async function draftVouchers(
  trx: Transaction<Database>,
  { id: closingId, gstin }: Closing,
  { walletId, wallet, parties }: { walletId: string; wallet: LockedWallet; parties: Parties },
): Promise<Draft[]> {
  const { suppliers, earlier, present, nowMs } = parties;
  const advances = (await readAdvances(trx, [walletId])).get(walletId) ?? [];
  const lots = await readLots(trx, walletId, wallet);
  const left = sumLeft(advances.filter((advance) => advance.gstin === gstin));
  const leftAtPresent = sumLeft(
    advances.filter((advance) => advance.gstin === present.settings.gstin),
  );
  const moved = [...left].map(([lotSeq, paise]): LotAmount => {
    const { usablePaise = 0, keptPaise = 0 } = lots.get(lotSeq) ?? {};
    // Kept money keeps its tax (`output-tax.ts`): first the rest at the present registration that no use can take,
    // then the rest at earlier ones, the oldest first. So another closing does not move what this one leaves.
    const beyondUse = Math.max(0, (leftAtPresent.get(lotSeq) ?? 0) - usablePaise);
    const atOlder = sumOlder(
      advances.filter((advance) => advance.lotSeq === lotSeq),
      { gstin, present: present.settings.gstin },
    );
    const kept = Math.max(0, keptPaise - beyondUse - atOlder);
    return { lotSeq, amountPaise: Math.max(0, paise - kept) };
  });
  const change = takeAdvances(advances, gstin, moved);
  if (change.parts.length === 0) return [];
  const recipient = profileAt(await readBillingProfiles(trx, [walletId]), walletId, nowMs);
  const about = { walletId, seq: null, month: null, againstId: null, closingId };
  const day = istDay(nowMs);
  const refund: Draft = {
    ...about,
    supplier: earlier,
    content: composeRefundVoucher(
      {
        supplier: earlier.settings,
        recipient,
        day,
        hasLetter: hasLetter(suppliers, { gstin, day }),
      },
      { parts: change.parts, paymentId: null },
    ),
    moves: change.moves,
  };
  const { settings } = present;
  // Use that the present registration has invoiced already was taxed there without an advance.
  const received = moved
    .map(({ lotSeq, amountPaise }): LotAmount => {
      const usable = (lots.get(lotSeq)?.usablePaise ?? 0) - (leftAtPresent.get(lotSeq) ?? 0);
      return { lotSeq, amountPaise: Math.min(amountPaise, Math.max(0, usable)) };
    })
    .filter(({ amountPaise }) => amountPaise > 0);
  const isAdvance = settings.gstin !== null && settings.model === 'advance';
  if (!isAdvance || received.length === 0) return [refund];
  const letter = hasLetter(suppliers, { gstin: settings.gstin, day });
  const content = composeReceipt(
    { supplier: settings, recipient, day, hasLetter: letter },
    { amountsPaise: received.map(({ amountPaise }) => amountPaise), paymentId: null },
  );
  const moves = received.map((lot, i) => ({
    voucherId: null,
    ...lot,
    ...pickTax(content.lines[i]!),
  }));
  return [refund, { ...about, supplier: present, content, moves }];
}

function sumLeft(advances: readonly Advance[]): Map<number, number> {
  const sums = new Map<number, number>();
  for (const { lotSeq, leftPaise } of advances) {
    sums.set(lotSeq, (sums.get(lotSeq) ?? 0) + leftPaise);
  }
  return sums;
}

/** Paise left of a lot at registrations that are neither present nor this one, and received part of it before it. */
function sumOlder(
  ofLot: readonly Advance[],
  { gstin, present }: { gstin: string; present: string | null },
): number {
  const first = ofLot.findIndex((advance) => advance.gstin === gstin);
  return ofLot
    .slice(0, first)
    .filter((advance) => advance.gstin !== present)
    .reduce((sum, { leftPaise }) => sum + leftPaise, 0);
}

interface LotRest {
  /** Not used, or used and not invoiced yet. */
  readonly usablePaise: number;
  /** Forfeited, or taken by an admin. */
  readonly keptPaise: number;
}

async function readLots(
  trx: Transaction<Database>,
  walletId: string,
  { lots, seq, invoicedSeq }: LockedWallet,
): Promise<Map<number, LotRest>> {
  const { rows } = await sql<{ lotSeq: number; open: number; kept: number }>`
    select lot_seq as "lotSeq",
           coalesce(sum(amount_paise) filter (
             where purpose = 'bought' and taken_seq > ${invoicedSeq}), 0)::bigint as open,
           coalesce(sum(amount_paise) filter (
             where purpose in ('adjusted', 'cleared', 'unclaimed')), 0)::bigint as kept
      from provenance_move
     where wallet_id = ${walletId} and is_paid and seq <= ${seq} group by lot_seq`.execute(trx);
  const moved = new Map(rows.map((row) => [row.lotSeq, row]));
  const unspent = new Map(lots.map((lot) => [lot.seq, lot.unspentPaise]));
  return new Map(
    [...new Set([...moved.keys(), ...unspent.keys()])].map((lotSeq) => {
      const { open = 0, kept = 0 } = moved.get(lotSeq) ?? {};
      return [lotSeq, { usablePaise: (unspent.get(lotSeq) ?? 0) + open, keptPaise: kept }];
    }),
  );
}

/** The unused rest of the advances that a registration received. */
export interface LeftAdvances {
  readonly gstin: string;
  readonly wallets: number;
  readonly amountPaise: number;
  readonly taxPaise: number;
  /** The newest closing; null if it was never asked for. */
  readonly closing: { readonly askedAt: Date; readonly doneAt: Date | null } | null;
}

export interface LeftVoucher {
  readonly number: string;
  readonly day: string;
  readonly gstin: string;
  readonly walletId: string;
  readonly amountPaise: number;
  readonly taxPaise: number;
}

const leftOfVouchers = sql`
  select v.id, v.number, v.day, v.gstin, v.wallet_id as "walletId",
         sum(a.amount_paise)::bigint as "amountPaise",
         sum(a.cgst_paise + a.sgst_paise + a.igst_paise)::bigint as "taxPaise"
    from document_advance a join document v on v.id = a.voucher_id
   group by v.id having sum(a.amount_paise) > 0`;

/** By registration, the present one too, and those of a closing. */
export async function readLeftAdvances(db: Kysely<Database>): Promise<LeftAdvances[]> {
  type Row = Omit<LeftAdvances, 'closing'> & { askedAt: Date | null; doneAt: Date | null };
  const { rows } = await sql<Row>`
    with sums as (
      select gstin, count(distinct "walletId")::int as wallets, sum("amountPaise")::bigint as amount,
             sum("taxPaise")::bigint as tax from (${leftOfVouchers}) l group by gstin
    ), closing as (
      select distinct on (gstin) gstin, asked_at, done_at from registration_closing
       order by gstin, id desc
    )
    select gstin, coalesce(wallets, 0) as wallets, coalesce(amount, 0)::bigint as "amountPaise",
           coalesce(tax, 0)::bigint as "taxPaise", asked_at as "askedAt", done_at as "doneAt"
      from sums full join closing using (gstin) order by gstin`.execute(db);
  return rows.map(({ askedAt, doneAt, ...sums }) => ({
    ...sums,
    closing: askedAt && { askedAt, doneAt },
  }));
}

/** The vouchers of registrations other than `present`, oldest first, at most `limit`. */
export async function listLeftVouchers(
  db: Kysely<Database>,
  { present, limit }: { present: string | null; limit: number },
): Promise<LeftVoucher[]> {
  const { rows } = await sql<LeftVoucher>`
    select number, day, gstin, "walletId", "amountPaise", "taxPaise" from (${leftOfVouchers}) l
     where gstin is distinct from ${present} order by id limit ${limit}`.execute(db);
  return rows;
}
