/** A ledger with tax documents, at any time. */
import { createTestDatabase } from '@sachet/dev/local/testing/database';
import { testSupplier } from '@sachet/shared/tax/testing/parties';
import {
  defaultPrefixes,
  DocumentContent,
  type BillingProfile,
  type SupplierSettings,
} from '@sachet/shared/tax/content';
import { istDay, minuteMs } from '@sachet/shared/time';
import type { Command } from '@sachet/shared/ledger/command';
import type { LedgerEvent } from '@sachet/shared/ledger/event';
import { projectNewEvents } from '../../finance/provenance/project.ts';
import { createLedger, type Ledger } from '../../ledger/ledger.ts';
import type { Outcome } from '../../ledger/outcome.ts';
import { reopenTestLedger, type TestLedger } from '../../testing/ledger-story.ts';
import { installShiftedClock, setShiftedClock } from '../../testing/shifted-clock.ts';
import { issueDueDocuments } from '../invoices.ts';
import { addProfile } from '../profiles.ts';
import { issueReceipts, receiptDueStatement } from '../receipts.ts';
import { addSupplier, type SupplierRefusal } from '../suppliers.ts';

type Step = Command extends infer C
  ? C extends Command
    ? Omit<C, 'walletId' | 'idempotencyKey' | 'actor'>
    : never
  : never;

export interface Papers extends TestLedger {
  /** Moves the clock, `2026-11-30T10:00+05:30`. */
  setTime(at: string): Promise<void>;
  /** Settings from today on begin a minute after everything before them, and a minute before what follows. */
  supply(changed?: Partial<SupplierSettings>, fromDay?: string): Promise<SupplierRefusal | null>;
  bill(walletId: string, profile: BillingProfile): Promise<void>;
  /** Credits a payment as `flows/payments/top-up.ts` does, and issues what is due then. */
  topUp(walletId: string, paise: number, paymentId?: string): Promise<LedgerEvent>;
  tell(walletId: string, step: Step): Promise<Outcome>;
  charge(walletId: string, paise: number): Promise<LedgerEvent>;
  /** Issues what is due, in two concurrent workers; in one, in the order of wallets and their events. */
  issue(workers?: number): Promise<void>;
  read(walletId?: string): Promise<ReadDocument[]>;
}

export interface ReadDocument {
  readonly number: string;
  readonly walletId: string;
  readonly content: DocumentContent;
}

/** The prefixes of a second registration. */
const secondPrefixes = Object.fromEntries(
  Object.entries(defaultPrefixes).map(([kind, prefix]) => [
    kind,
    kind === 'receipt' ? prefix : `${prefix}2`,
  ]),
) as typeof defaultPrefixes;
/** Settings of a supplier that moves to another State. */
export const inMaharashtra = {
  gstin: '27AAGCB7383J1Z8',
  stateCode: '27',
  pin: '400021',
  prefixes: secondPrefixes,
} as const;

let names = 0;

const fail = (error: unknown) => {
  throw error;
};

export async function openPapers(at: string): Promise<Papers> {
  const database = await createTestDatabase();
  await installShiftedClock(database);
  const books = await reopenTestLedger(database);
  await books.ledger.close();
  let nowMs = Date.parse(at);
  let ledger: Ledger = createLedger({ connectionString: database.appUrl });
  await setShiftedClock(books.owner, nowMs);
  const { db } = books;
  const append = (command: Step & { walletId: string }, also?: Parameters<Ledger['append']>[1]) =>
    ledger.append(
      { idempotencyKey: `key_${(names += 1)}`, actor: 'worker', ...command } as Command,
      also,
    );
  const accepted = (outcome: Outcome): LedgerEvent => {
    if (!outcome.ok) throw new Error(outcome.refusal);
    return outcome.event;
  };
  const setTime = async (nextMs: number) => {
    nowMs = nextMs;
    await ledger.close();
    await setShiftedClock(books.owner, nowMs);
    // An open ledger may use its earlier clock for a moment.
    ledger = createLedger({ connectionString: database.appUrl });
  };
  return {
    ...books,
    get ledger() {
      return ledger;
    },
    setTime: (at) => setTime(Date.parse(at)),
    async supply(changed = {}, fromDay = istDay(nowMs)) {
      await setTime(nowMs + minuteMs);
      const refusal = await db
        .transaction()
        .execute((trx) =>
          addSupplier(trx, { settings: { ...testSupplier, ...changed }, fromDay, by: 'owner' }),
        );
      await setTime(nowMs + minuteMs);
      return refusal;
    },
    async bill(walletId, profile) {
      await addProfile(db, { walletId, profile, by: 'asha' });
    },
    async topUp(walletId, amountPaise, paymentId = `pay_${(names += 1)}`) {
      const step = { type: 'CreditTopUp', amountPaise, orderId: `ord_${paymentId}` } as const;
      const event = accepted(
        await append({ ...step, walletId, paymentId }, (credited) => [
          receiptDueStatement(db, credited),
        ]),
      );
      await issueReceipts(db, fail);
      return event;
    },
    tell: (walletId, step) => append({ ...step, walletId }),
    charge: async (walletId, amountPaise) =>
      accepted(
        await append({ type: 'Charge', walletId, amountPaise, tool: 'image', memberUid: 'asha' }),
      ),
    async issue(workers = 2) {
      await projectNewEvents(db, fail);
      const work = () => issueDueDocuments(db, fail);
      await Promise.all(Array.from({ length: workers }, work));
      await work();
    },
    async read(walletId) {
      let query = db.selectFrom('document').select(['number', 'wallet_id', 'content']);
      if (walletId) query = query.where('wallet_id', '=', walletId);
      const rows = await query.orderBy('id').execute();
      return rows.map(({ number, wallet_id, content }) => ({
        number,
        walletId: wallet_id,
        content: DocumentContent.parse(JSON.parse(content)),
      }));
    },
    async close() {
      await ledger.close();
      await db.destroy();
      await books.owner.end();
    },
  };
}

/** Every row of all batches. */
export async function collect<Row>(batches: AsyncIterable<readonly Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const batch of batches) rows.push(...batch);
  return rows;
}
