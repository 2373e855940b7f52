import { isDeepStrictEqual } from 'node:util';
import { liftMonthLock, lockMonth, readMonthEnd, readMonthLock } from '@sachet/db/finance/months';
import { MonthResponse } from '@sachet/shared/finance/contracts/admin-settlements';
import {
  dayMs,
  firstDayOfMonth,
  istDay,
  lastDayOfMonth,
  listDays,
  startOfIstDay,
} from '@sachet/shared/time';
import { rupeesFromPaise } from '@sachet/shared/money';
import type { Dependencies } from '../dependencies.ts';
import { audited } from '../admin/audited.ts';
import { Refusal } from '../http/refusal.ts';
import { ok, route } from '../http/route.ts';
import { readReconciliation } from './settlements.ts';

async function readMonth(
  { reader }: Pick<Dependencies, 'reader'>,
  month: string,
): Promise<MonthResponse> {
  const db = await reader.latest();
  const today = istDay(Date.now());
  const first = firstDayOfMonth(month);
  if (first > today)
    throw new Refusal('invalid', 'This month hasn’t started yet.', { field: 'month' });
  const wholeMonth = lastDayOfMonth(month);
  const last = wholeMonth < today ? wholeMonth : today;
  const end = new Date(startOfIstDay(last) + dayMs);
  const [compared, monthEnd, lock] = await Promise.all([
    readReconciliation(db, listDays(first, last)),
    readMonthEnd(db, { first, last, end }),
    readMonthLock(db, month).then((lock) => lock ?? null),
  ]);
  const { closing, unclearedPaise } = monthEnd;
  const bank = {
    closing: closing && { day: closing.day, amount: rupeesFromPaise(closing.paise) },
    uncleared: monthEnd.uncleared.map(({ utr, day, paise }) => ({
      subject: utr,
      day,
      amount: rupeesFromPaise(paise),
    })),
    unclearedTotal: rupeesFromPaise(unclearedPaise),
    reconciled: closing && rupeesFromPaise(closing.paise + unclearedPaise),
  };
  return {
    month,
    lastDay: last,
    ...compared,
    bank,
    atRisk: monthEnd.atRisk.map(({ disputeId, paise, openedAt }) => ({
      subject: disputeId,
      day: istDay(openedAt.getTime()),
      amount: rupeesFromPaise(paise),
    })),
    reserve: rupeesFromPaise(monthEnd.reservePaise),
    openExceptions: monthEnd.openExceptions,
    unreportedDays: [...monthEnd.unreportedDays],
    lock: lock && {
      by: lock.locked_by,
      at: lock.locked_at.toISOString(),
      note: lock.note,
      hasChanged: haveChanged(lock.figures, { total: compared.total, bank }),
    },
  };
}

const SignedFigures = MonthResponse.pick({ total: true, bank: true });
type SignedFigures = Pick<MonthResponse, 'total' | 'bank'>;

/** Whether the sums differ from those that were signed off. */
function haveChanged(signed: unknown, now: SignedFigures): boolean {
  const comparable = ({ total, bank }: SignedFigures) => {
    const { findings: _, openFindings: __, resolvedFindings: ___, ...sums } = total;
    const { closing, unclearedTotal, reconciled } = bank;
    return { sums, closing, unclearedTotal, reconciled };
  };
  return !isDeepStrictEqual(comparable(SignedFigures.parse(signed)), comparable(now));
}

export const getMonth = route('GET /api/admin/month', {
  async handle({ deps, query: { month } }) {
    return ok(await readMonth(deps, month));
  },
});

export const postMonthLock = route('POST /api/admin/month/lock', {
  async handle({ deps, caller, body: { month, note } }) {
    if (lastDayOfMonth(month) >= istDay(Date.now())) {
      throw new Refusal('invalid', 'This month is not over yet.', { field: 'month' });
    }
    const { days: _, ...figures } = await readMonth(deps, month);
    const { openExceptions } = figures;
    const entry = { action: 'lock-month', details: { month, openExceptions } };
    const isLocked = await audited(deps.db, caller, entry, (trx) =>
      lockMonth(trx, { month, by: `user:${caller.uid}`, note, figures }),
    );
    if (!isLocked) throw new Refusal('wrong_state', 'This month is already locked.');
    return ok(await readMonth(deps, month));
  },
});

export const postMonthUnlock = route('POST /api/admin/month/unlock', {
  async handle({ deps, caller, body: { month, note } }) {
    const entry = { action: 'unlock-month', details: { month, reason: note } };
    const isLifted = await audited(deps.db, caller, entry, (trx) =>
      liftMonthLock(trx, { month, by: `user:${caller.uid}`, reason: note }),
    );
    if (!isLifted) throw new Refusal('wrong_state', 'This month is not locked.');
    return ok(await readMonth(deps, month));
  },
});
