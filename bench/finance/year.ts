/**
 * A year of top-ups and purchases as the ledger would have recorded them: its own rules decide, chain
 * and hash every event, only the clock is ours.
 */
import type { Command, Tool } from '@sachet/shared/ledger/command';
import { dayMs, istDay, startOfIstDay } from '@sachet/shared/ledger/calendar';
import { addDays, listDays } from '@sachet/shared/settlement/day';
import { applyCommand, requestHash, type Book, type OpenWallet } from '@sachet/db/ledger/book';
import { positionsPerBlock } from '@sachet/db/ledger/memory';
import type { StoredEvent } from '@sachet/db/ledger/rows';

export interface Seed {
  readonly events: number;
  /** Top-ups among the events. */
  readonly payments: number;
}

/** An organisation's wallet, with up to 100,000 events. */
export const team = 'wal_bench_team';
export const toWalletId = (n: number) => `wal_${String(n).padStart(11, '0')}`;

export interface Plan {
  /** Indian days, until yesterday. */
  readonly days: readonly string[];
  /** On which far more is paid than on any other day. */
  readonly busyDay: string;
  readonly countPayments: (day: string) => number;
  readonly countEvents: (day: string) => number;
  readonly wallets: number;
  /** Of all events, those of the organisation's wallet. */
  readonly teamShare: number;
}

export function planYear({ events, payments }: Seed): Plan {
  const yesterday = addDays(istDay(Date.now()), -1);
  const days = listDays(addDays(yesterday, -364), yesterday);
  const busyDay = days.at(-40)!;
  const busy = Math.min(50_000, Math.floor(payments / 2));
  const shareOut = (total: number, i: number) =>
    Math.floor((total * (i + 1)) / days.length) - Math.floor((total * i) / days.length);
  const numbers = new Map(days.map((day, i) => [day, i]));
  const countPayments = (day: string) =>
    shareOut(payments - busy, numbers.get(day)!) + (day === busyDay ? busy : 0);
  return {
    days,
    busyDay,
    countPayments,
    countEvents: (day) => countPayments(day) + shareOut(events - payments, numbers.get(day)!),
    wallets: Math.max(100, Math.round(events / 100)),
    teamShare: Math.min(0.2, 100_000 / events),
  };
}

const tools: readonly Tool[] = ['image', 'chat', 'image', 'general', 'edit_image', 'instagram'];

/** The events in the order of their positions, and their wallets as they are after the last of them. */
export function createYear(plan: Plan): {
  events(): Generator<StoredEvent>;
  wallets: ReadonlyMap<string, OpenWallet>;
} {
  const random = createRandom();
  const wallets = new Map(
    [team, ...Array.from({ length: plan.wallets }, (_, n) => toWalletId(n))].map((id) => [
      id,
      openWallet(id),
    ]),
  );
  const book: Book = {
    isRemembered: false,
    nowMs: 0,
    firstPosition: positionsPerBlock,
    wallets,
    earlier: new Map(),
    holds: new Map(),
    charges: new Map(),
    payments: new Map(),
    recorded: [],
  };
  let named = 0;
  /** As long as what names a payment at the gateway, or what we name ourselves. */
  const nextName = (length: 14 | 18) => (named += 1).toString(36).padStart(length, '0');
  /** What has to follow: the end of a hold, a refund, the end of a dispute. */
  let next: Command[] = [];

  const pickWallet = () =>
    random() < plan.teamShare ? team : toWalletId(Math.floor(random() * plan.wallets));
  const getAvailable = (id: string) => {
    const { balancePaise, heldPaise } = wallets.get(id)!.state;
    return balancePaise - heldPaise;
  };

  function pay(): Command {
    const walletId = pickWallet();
    const name = nextName(14);
    const amountPaise = random() < 0.5 ? 50_00 : 100_00;
    const payment = { walletId, paymentId: `pay_${name}`, actor: 'gateway:razorpay' };
    if (named % 100 === 0) {
      const idempotencyKey = `refund:rfnd_${name}`;
      next.push({ ...payment, type: 'RefundTopUp', idempotencyKey, amountPaise: amountPaise / 2 });
    } else if (named % 1_000 === 1) {
      const dispute = { ...payment, amountPaise };
      next.push({ ...dispute, type: 'DisputeTopUp', idempotencyKey: `dispute:disp_${name}` });
      next.push({ ...dispute, type: 'WinDispute', idempotencyKey: `dispute-won:disp_${name}` });
    }
    const idempotencyKey = `topup:${payment.paymentId}`;
    const orderId = `ord_${name.padStart(18, '0')}`;
    return { ...payment, type: 'CreditTopUp', idempotencyKey, amountPaise, orderId };
  }

  function spend(): Command {
    const following = next.shift();
    if (following) return following;
    const amountPaise = 25_00 + Math.floor(random() * 25) * 100;
    let walletId = pickWallet();
    for (let tries = 0; tries < 5 && getAvailable(walletId) < amountPaise; tries += 1) {
      if (wallets.get(walletId)!.seq === 0) break;
      walletId = pickWallet();
    }
    const generationId = `gen_${nextName(18)}`;
    const base = { walletId, actor: `user:member_${named % 50}` };
    if (getAvailable(walletId) < amountPaise) {
      const bonus = { ...base, actor: 'system', idempotencyKey: `bonus:${generationId}` };
      return { ...bonus, type: 'CreditSignupBonus', amountPaise: 50_00 };
    }
    const spending = {
      ...base,
      amountPaise,
      tool: tools[named % tools.length]!,
      memberUid: base.actor.slice('user:'.length),
      generationId,
    };
    if (named % 7 === 0) {
      return { ...spending, type: 'Charge', idempotencyKey: `unlock:${generationId}` };
    }
    const holdId = generationId;
    const end = { walletId, actor: 'worker', holdId };
    next.push(
      named % 10 === 3
        ? { ...end, type: 'VoidHold', idempotencyKey: `void:${holdId}` }
        : { ...end, type: 'CaptureHold', idempotencyKey: `capture:${holdId}` },
    );
    const expiresAtMs = book.nowMs + 600_000;
    return {
      ...spending,
      type: 'PlaceHold',
      holdId,
      expiresAtMs,
      idempotencyKey: `hold:${holdId}`,
    };
  }

  function record(command: Command): StoredEvent {
    const outcome = applyCommand(book, command, requestHash(command));
    if (!outcome.ok) throw new Error(`${command.type}: ${outcome.refusal}`);
    return book.recorded.at(-1)!;
  }

  function* events(): Generator<StoredEvent> {
    let due = 0;
    for (const day of plan.days) {
      const count = plan.countEvents(day);
      const paid = plan.countPayments(day);
      for (let i = 0; i < count; i += 1) {
        book.nowMs = startOfIstDay(day) + Math.floor((i * dayMs) / count);
        due += Math.floor(((i + 1) * paid) / count) - Math.floor((i * paid) / count);
        const isPayment = due > 0 && next.length === 0;
        if (isPayment) due -= 1;
        yield record(isPayment ? pay() : spend());
        if (next.length === 0) forget();
      }
    }
  }

  /** A batch ends here: what it had to know is in no later command. */
  function forget(): void {
    book.firstPosition += book.recorded.length;
    book.recorded = [];
    for (const known of [book.earlier, book.holds, book.charges, book.payments]) known.clear();
  }

  return { events, wallets };
}

const openWallet = (walletId: string): OpenWallet => ({
  state: { walletId, balancePaise: 0, heldPaise: 0, floorPaise: 0 },
  lockedPaise: 0,
  termsVersion: 0,
  seq: 0,
  head: Buffer.alloc(32),
  knownHead: Buffer.alloc(32),
  recordedAtMs: Number.NEGATIVE_INFINITY,
  openHolds: new Map(),
  hasBudgets: false,
  budgets: new Map(),
  memberMonths: new Map(),
});

/** The same every time (mulberry32). */
function createRandom(): () => number {
  let state = 42;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
