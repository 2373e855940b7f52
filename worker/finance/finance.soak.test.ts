// Users pay, spend, and get refunds and disputes for some days, with each kind of fault at known places
// between ledger, gateway and bank: the comparison must find exactly these, to the paisa. `npm run soak --
// finance` runs the long form; FINANCE_SOAK_SEED repeats a run.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKysely, createPool } from '@sachet/db/connect';
import { countNewEvents } from '@sachet/db/finance/day-totals';
import {
  findReconciledDays,
  reconcileDays,
  type ReconciledIndianDay,
} from '@sachet/db/finance/reconcile';
import { readSettlementDay, requestDays } from '@sachet/db/finance/settlements';
import { createLedger, type Ledger } from '@sachet/db/ledger/ledger';
import { resolveException } from '@sachet/db/finance/exceptions';
import { insertOrder, storeGatewayOrderId } from '@sachet/db/payments/orders';
import { projectNewEvents } from '@sachet/db/finance/provenance/project';
import { readUnspent } from '@sachet/db/finance/provenance/read';
import { verifyProvenance } from '@sachet/db/finance/provenance/verify';
import {
  bookDisputedPayment,
  bookPayment,
  fetchAndBookPayment,
} from '@sachet/flows/payments/book-payment';
import { importSettlementDay } from '@sachet/flows/finance/import-settlements';
import {
  importBankStatement,
  type StatementFile,
} from '@sachet/flows/finance/import-bank-statement';
import { signUp } from '@sachet/flows/people/sign-up';
import { addDays, hourMs, istDay, minuteMs, startOfIstDay } from '@sachet/shared/time';
import {
  addIdentities,
  findingClasses,
  holdsIdentity,
  toAccountedPaise,
} from '@sachet/shared/finance/settlement/reconcile';
import { openBooks, type Books } from '../../api/testing/books.ts';
import { installShiftedClock, setShiftedClock } from '../../db/testing/shifted-clock.ts';
import { seeded } from '../../db/testing/torture-script.ts';
import { createTestDatabase, type TestDatabase } from '../../dev/local/testing/database.ts';
import { importSettlements } from './settlements.ts';
import {
  createPlan,
  days,
  planBank,
  toExpected,
  type BankEntry,
  type Charge,
  type Item,
} from '../testing/finance-plan.ts';
import { startSettlingGateway, type SettlingGateway } from '../testing/settling-gateway.ts';

const count = Number(process.env.FINANCE_SOAK ?? 100);
const seed = process.env.FINANCE_SOAK_SEED ?? randomBytes(4).toString('hex');
const random = seeded(seed);
const walletCount = 10 + Math.floor(count / 100);
const atOnce = 8;

/** All days are in the past, so that the test need not wait. */
const firstDay = addDays(istDay(Date.now()), -days - 1);
const toDay = (at: number) => addDays(firstDay, at);
const plan = createPlan({ count, wallets: walletCount, firstDay, random });
const bank = planBank(plan.items, { firstDay, random });

let database: TestDatabase;
let books: Books;
let deps: {
  db: ReturnType<typeof createKysely>;
  ledger: Ledger;
  gateway: SettlingGateway['client'];
};
let gateway: SettlingGateway;
let folder: string;
let people: { uid: string; walletId: string }[];
/** The day, counted from 0, whose report is the newest. */
let reported = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  await installShiftedClock(database);
  books = openBooks(database);
  folder = await mkdtemp(join(tmpdir(), 'sachet-soak-'));
  // Sometimes the connection breaks, and items move between pages.
  gateway = await startSettlingGateway(({ day, count: most, skip }) => {
    if (random() < 0.05) return null;
    const entries = plan.items
      .flatMap((item) => item.entries)
      .filter(
        (entry) => istDay(entry.settled_at! * 1000) === day && entry.reportedFrom <= reported,
      );
    if (random() < 0.1) entries.push(...entries.splice(0, Math.ceil(random() * 9)));
    return entries.slice(skip, skip + most);
  });
  deps = {
    db: createKysely(createPool(database.appUrl)),
    ledger: createLedger({ connectionString: database.appUrl }),
    gateway: gateway.client,
  };
});
afterAll(async () => {
  gateway?.close();
  await deps?.ledger.close();
  await deps?.db.destroy();
  await books?.close();
  await rm(folder, { recursive: true, force: true });
  await database?.drop();
});

async function doAll<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  let next = 0;
  const take = async () => {
    while (next < all.length) await work(all[next++]!);
  };
  await Promise.all(Array.from({ length: atOnce }, take));
}

async function signUpAll(): Promise<void> {
  people = await Promise.all(
    Array.from({ length: walletCount }, async (_, n) => {
      const { profile } = await signUp(deps, {
        uid: `payer_${n}`,
        firstName: 'Asha',
        lastName: 'Rao',
        phoneNumber: `+9198${String(n).padStart(8, '0')}`,
        email: null,
        emailVerified: false,
        organizationName: null,
      });
      return { uid: profile.uid, walletId: profile.wallet_id };
    }),
  );
}

async function pay({ id, amountPaise, walletNumber }: Item): Promise<void> {
  const { uid, walletId } = people[walletNumber]!;
  const nextCheckAt = new Date();
  const { order } = await insertOrder(deps.db, {
    uid,
    walletId,
    amountPaise,
    idempotencyKey: null,
    requestHash: null,
    expiresAt: new Date(Date.now() + hourMs),
    nextCheckAt,
    openAtMost: 1_000,
    now: new Date(),
  });
  const gatewayOrderId = id.replace('pay', 'order');
  await storeGatewayOrderId(deps.db, { id: order!.id, gatewayOrderId, nextCheckAt });
  const payment = { id, order_id: gatewayOrderId, amount: amountPaise, currency: 'INR' };
  gateway.entities.set(id, { ...payment, status: 'captured', captured: true });
  const paid = await deps.gateway.fetchPayment(id);
  if (!paid.ok) throw new Error(paid.reason);
  await bookPayment(deps, paid.value);
}

async function refund({ id, paymentId, amountPaise }: Item): Promise<void> {
  gateway.entities.set(id, { id, payment_id: paymentId, amount: amountPaise, status: 'processed' });
  const payment = gateway.entities.get(paymentId);
  gateway.entities.set(paymentId, { ...payment, amount_refunded: amountPaise });
  expect(await fetchAndBookPayment(deps, paymentId)).toBe('booked');
}

async function returnRefund({ id, paymentId }: Item): Promise<void> {
  gateway.entities.set(id, { ...gateway.entities.get(id), status: 'reversed' });
  expect(await fetchAndBookPayment(deps, paymentId)).toBe('booked');
}

async function dispute({ id, paymentId, amountPaise, sign }: Item): Promise<void> {
  gateway.entities.set(id, {
    id,
    payment_id: paymentId,
    amount: amountPaise,
    amount_deducted: sign > 0 ? 0 : amountPaise,
    currency: 'INR',
    status: sign > 0 ? 'won' : 'open',
  });
  expect(await bookDisputedPayment(deps, id)).toBe('booked');
}

async function spend({ walletNumber, name, amountPaise, end }: Charge): Promise<void> {
  const { uid, walletId } = people[walletNumber]!;
  const base = { walletId, actor: `user:${uid}` };
  const spending = { ...base, amountPaise, tool: 'image', memberUid: uid } as const;
  const holdId = `hold_${name}`;
  const isHeld = end === 'hold' || end === 'void';
  const outcome = await deps.ledger.append(
    isHeld
      ? {
          ...spending,
          type: 'PlaceHold',
          idempotencyKey: holdId,
          holdId,
          expiresAtMs: Date.now() + hourMs,
        }
      : { ...spending, type: 'Charge', idempotencyKey: name },
  );
  if (!outcome.ok) {
    expect(outcome.refusal).toBe('insufficient_funds');
    return;
  }
  if (end === 'nothing') return;
  const idempotencyKey = `${name} ${end}`;
  const ended = await deps.ledger.append(
    isHeld
      ? { ...base, type: end === 'hold' ? 'CaptureHold' : 'VoidHold', idempotencyKey, holdId }
      : {
          ...base,
          type: 'RefundCharge',
          idempotencyKey,
          amountPaise: Math.ceil(amountPaise / 2),
          chargeSeq: outcome.event.seq,
        },
  );
  expect(ended.ok).toBe(true);
}

/** Performs the plan's events of a day in the ledger. */
async function live(at: number): Promise<void> {
  const of = (kind: string) =>
    plan.items.filter(
      (item) => item.at === at && item.isInLedger && item.subject.startsWith(`${kind} `),
    );
  const charges = plan.charges.filter((charge) => charge.at === at);
  if (at > 0 && charges.length + of('payment').length + of('dispute').length === 0) return;
  await setShiftedClock({ query: books.query }, startOfIstDay(toDay(at)) + 20 * minuteMs);
  // Closes the open ledger, because it may use yesterday's clock for a moment.
  await deps.ledger.close();
  deps.ledger = createLedger({ connectionString: database.appUrl });
  if (at === 0) await signUpAll();
  await doAll(of('payment'), pay);
  await doAll(charges, spend);
  await doAll(of('refund'), refund);
  await doAll(of('refund-returned'), returnRefund);
  await doAll(of('dispute'), dispute);
  await doAll(of('dispute-won'), dispute);
}

const log = pino({ level: 'silent' });

/**
 * Imports a day's report on the morning of a later day until it is complete; the worker's job compares the
 * days that it can have changed.
 */
async function importDay(at: number, morning: number, compares = true): Promise<void> {
  if (at < 0) return;
  reported = morning - 1;
  const nowMs = startOfIstDay(toDay(morning)) + 7 * hourMs;
  const day = toDay(at);
  await requestDays(deps.db, [day]);
  for (;;) {
    if (compares) await importSettlements({ ...deps, log }, day, nowMs);
    else await importSettlementDay(deps, { day, requestedBy: 'finance' }, nowMs);
    if ((await readSettlementDay(deps.db, day))!.problem === null) return;
  }
}

/** Compares all days as the worker does: a report changes only the days within its reach. */
async function importAgain(): Promise<void> {
  for (let at = 0; at < days; at += 1) await importDay(at, days);
}

/** The account also has other business, which must never become a finding. */
async function importStatement(lines: readonly BankEntry[]): Promise<void> {
  const path = join(folder, `${lines.length}.csv`);
  const toRow = ({ utr, day, amountPaise }: BankEntry, narration: string) => {
    const rupees = (Math.abs(amountPaise) / 100).toLocaleString('en-IN', {
      minimumFractionDigits: 2,
    });
    return `${day.split('-').toReversed().join('/')},${narration},${utr},"${rupees}",${amountPaise < 0 ? 'DR' : 'CR'}`;
  };
  const rows = lines.flatMap((line, n) => [
    toRow(line, 'NEFT CR RAZORPAY SOFTWARE PVT'),
    toRow({ ...line, utr: `RENT${n}`, amountPaise: -45_000_00 }, `RENT ${n}`),
  ]);
  await writeFile(path, `Date,Narration,UTR,Amount,Dr / Cr\n${rows.join('\n')}\n`);
  const file = { path, name: 'statement.csv', adminUid: 'finance', dateOrder: 'day-first' };
  const imported = await importBankStatement(deps.db, file as StatementFile, toDay(days));
  expect(imported).toMatchObject({ ok: true });
}

interface Row {
  readonly id: number;
  readonly name: string;
  readonly day: string;
  readonly paise: number;
  readonly resolved_by: string | null;
}

const readFindings = () =>
  books.query<Row>(
    `select id, kind || ' ' || subject as name, found_on as day, resolved_by,
            coalesce((detail->>'differencePaise')::bigint, 0) as paise
       from payment_exception where found_on is not null order by id`,
  );

/** Findings, by name and with their amounts, that a person has resolved since they were last found. */
const resolved = new Map<string, number>();

/**
 * Checks that the open findings are the planned faults without the resolved ones, and that the identity
 * agrees.
 */
async function expectFaultsAndNothingElse(): Promise<Row[]> {
  const { findings, total } = toExpected(plan.items, bank, firstDay);
  for (const [name, paise] of resolved) {
    if (findings.get(name)?.differencePaise !== paise) resolved.delete(name);
  }
  const rows = await readFindings();
  const open = rows.filter(({ resolved_by: by }) => by === null);
  const toLines = (all: readonly (readonly [string, { day: string; differencePaise: number }])[]) =>
    all
      .map(([name, { day, differencePaise }]) => `${name} of ${day}: ${differencePaise}`)
      .toSorted();
  expect(
    toLines(open.map(({ name, day, paise }) => [name, { day, differencePaise: paise }])),
  ).toEqual(toLines([...findings].filter(([name]) => !resolved.has(name))));
  const isResolved = ({ resolved_by: by, name }: Row) => by !== null && findings.has(name);
  expect(
    rows
      .filter(isResolved)
      .map(({ name, resolved_by: by }) => `${name} by ${by}`)
      .toSorted(),
  ).toEqual([...resolved.keys()].map((name) => `${name} by user:finance`).toSorted());

  const nowMs = startOfIstDay(toDay(days)) + 7 * hourMs;
  const identities = [];
  const wrong = new Map<string, number>();
  for (const { day, differencePaise } of findings.values()) {
    wrong.set(day, (wrong.get(day) ?? 0) + differencePaise);
  }
  const found = await findReconciledDays(deps.db, nowMs);
  for await (const { day, identity } of reconcileDays(deps.db, found, nowMs)) {
    identities.push(identity);
    const isOffBy = toAccountedPaise(identity) + identity.unreportedPaise - identity.ledgerPaise;
    expect(isOffBy, day).toBe(wrong.get(day) ?? 0);
    expect(wrong.has(day) || holdsIdentity(identity), day).toBe(true);
  }
  expect(addIdentities(identities)).toEqual(total);
  return open;
}

async function compare(of: readonly string[], nowMs: number): Promise<ReconciledIndianDay[]> {
  const compared = [];
  for await (const each of reconcileDays(deps.db, of, nowMs)) compared.push(each);
  return compared;
}

/** Checks that a day's comparison is the same when it is read alone or with others. */
async function expectTheSameOfEachDay(): Promise<void> {
  const nowMs = startOfIstDay(toDay(days)) + 7 * hourMs;
  const all = await findReconciledDays(deps.db, nowMs);
  const together = await compare(all, nowMs);
  expect(together.map(({ day }) => day)).toEqual(all);
  for (const each of together) {
    expect(await compare([each.day], nowMs)).toEqual([each]);
  }
}

/** Checks that temporary findings are only unsettled items and disputes that have since ended. */
async function expectNothingElseInBetween(): Promise<void> {
  const passing = plan.items.flatMap(({ subject, isLate, entries, at, end }) => [
    ...(entries.length === 0 || isLate || entries[0]!.reportedFrom >= at + 5
      ? [`settled_late ${subject}`]
      : []),
    ...(entries.some(({ reportedFrom }) => reportedFrom > at + 9)
      ? [`missing_at_gateway ${subject}`]
      : []),
    ...(end ? [`disputed ${subject}`] : []),
  ]);
  const gone = (await readFindings()).filter(({ resolved_by: by }) => by === 'worker');
  expect(gone.map(({ name }) => name).filter((name) => !passing.includes(name))).toEqual([]);
  const others = await books.query<{ kind: string }>(
    `select distinct kind from payment_exception where found_on is null 
       and kind not in ('wallet_overdrawn', 'refund_returned')`,
  );
  expect(others).toEqual([]);
}

test(
  `${count} payments, charges, refunds and disputes (seed ${seed}): each fault is found in its class`,
  async () => {
    for (let morning = 1; morning <= days; morning += 1) {
      await live(morning - 1);
      // The report is imported again two days later, as the schedule requires.
      await importDay(morning - 3, morning, false);
      await importDay(morning - 1, morning);
      await countNewEvents(deps.db);
      if (morning !== 10) continue;
      const lastDay = toDay(morning - 4);
      await importStatement(bank.filter(({ day }) => day <= lastDay));
    }
    await importStatement(bank);
    await importAgain();
    const open = await expectFaultsAndNothingElse();
    await expectNothingElseInBetween();
    expect(new Set(open.map(({ name }) => name.split(' ')[0]))).toEqual(
      // In the end, each dispute has its line or is missing.
      new Set(findingClasses.filter((name) => name !== 'disputed')),
    );

    // A person resolves some findings of each class, which must stay resolved.
    for (const [i, { id, name, paise }] of open.entries()) {
      if (i % 2 === 1) continue;
      const by = { id, by: 'user:finance', note: 'Seen.' };
      await deps.db.transaction().execute((trx) => resolveException(trx, by));
      resolved.set(name, paise);
    }
    await importAgain();
    await expectFaultsAndNothingElse();

    // The gateway corrects its report, which ends the findings. Then the old lines return, and so do the
    // findings.
    const spoiled = plan.items
      .filter(({ fault, correct }) => correct.length > 0 && isOfTheReport(fault))
      .map((item) => ({ item, entries: item.entries, fault: item.fault }));
    for (const { item } of spoiled) {
      Object.assign(item, { entries: item.correct, fault: item.isLate ? 'settled_late' : null });
    }
    await importAgain();
    await expectFaultsAndNothingElse();
    for (const { item, entries, fault } of spoiled) Object.assign(item, { entries, fault });
    await importAgain();
    await expectFaultsAndNothingElse();
    await expectTheSameOfEachDay();

    await countNewEvents(deps.db);
    await projectNewEvents(deps.db, (error) => {
      throw error;
    });
    expect(await verifyProvenance(deps.db)).toMatchObject({ notYet: 0, differences: [] });
    const { paidPaise, bonusPaise, debtPaise } = await readUnspent(deps.db, null);
    const [wallets] = await books.query<{ paise: number }>(
      'select sum(balance_paise)::bigint as paise from wallet',
    );
    expect(paidPaise + bonusPaise - debtPaise).toBe(wallets!.paise);
    await database.verify();
    console.log(
      `finance soak: ${plan.items.length} items, ${plan.charges.length} charges, ${open.length} findings, seed ${seed}`,
    );
  },
  hourMs,
);

const isOfTheReport = (fault: Item['fault']): boolean =>
  fault === 'amount_differs' || fault === 'fee_differs' || fault === 'duplicate';
