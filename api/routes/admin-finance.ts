import { readDayClose, readRestatement } from '@sachet/db/finance/day-close';
import { readBooks, type Books } from '@sachet/db/finance/figures';
import {
  FinanceRange,
  FinanceResponse,
  mostFinanceDays,
  mostRestatedEvents,
  RestatementQuery,
  RestatementResponse,
  type DayClosed,
  type FinanceFigures,
  type FinanceTotal,
} from '@sachet/shared/contracts/admin-finance';
import type { DayTotal } from '@sachet/shared/ledger/day-close';
import { getChange, toDayFigures } from '@sachet/shared/ledger/day-figures';
import { rupeesFromPaise } from '@sachet/shared/money';
import { toDays } from '../indian-days.ts';
import { toAdminLedgerEvent } from '@sachet/flows/ledger-text';
import { Refusal } from '../refusal.ts';
import { ok, route } from '../route.ts';

export const getFinance = route({
  method: 'get',
  path: '/api/admin/finance',
  access: 'finance',
  summary:
    'Money in, money used, what is owed, costs and margin, by days; and which days are closed.',
  query: FinanceRange,
  answers: { 200: FinanceResponse },
  async handle({ deps, query }) {
    const days = toDays(query, mostFinanceDays);
    const books = await readBooks(deps.db, query);
    let owedPaise = books.openingPaise;
    const read = days.map((day) => {
      const totals = books.totals.get(day) ?? [];
      owedPaise += getChange(toDayFigures(totals));
      const costs = books.costs.filter((cost) => cost.day === day);
      return { day, figures: toFigures(totals, { owedPaise, costs }) };
    });
    const all = [...books.totals.values()].flat();
    return ok({
      opening: rupeesFromPaise(books.openingPaise),
      days: read,
      total: toFigures(all, { owedPaise, costs: books.costs }),
      closes: books.closes.map(toDayClosed),
      uncounted: books.uncounted,
    });
  },
});

function toFigures(
  totals: readonly DayTotal[],
  { owedPaise, costs }: { owedPaise: number; costs: Books['costs'] },
): FinanceFigures {
  const { topUps, paidBack, given, cleared, used, usedByTool } = toDayFigures(totals);
  const sum = (of: Books['costs']) => of.reduce((paise, cost) => paise + cost.paise, 0);
  const getCost = (provider: string) =>
    rupeesFromPaise(sum(costs.filter((cost) => cost.provider === provider)));
  return {
    topUps: rupeesFromPaise(topUps),
    paidBack: rupeesFromPaise(paidBack),
    given: rupeesFromPaise(given),
    cleared: rupeesFromPaise(cleared),
    used: rupeesFromPaise(used),
    usedByTool: {
      image: rupeesFromPaise(usedByTool.image),
      edit_image: rupeesFromPaise(usedByTool.edit_image),
      general: rupeesFromPaise(usedByTool.general),
      chat: rupeesFromPaise(usedByTool.chat),
      instagram: rupeesFromPaise(usedByTool.instagram),
    },
    owed: rupeesFromPaise(owedPaise),
    providerCost: { google: getCost('google'), openai: getCost('openai') },
    cost: rupeesFromPaise(sum(costs)),
    costUSD: costs.reduce((microusd, cost) => microusd + cost.microusd, 0) / 1_000_000,
    margin: rupeesFromPaise(used - sum(costs)),
  };
}

function toDayClosed({ close, hashHex, eventsNow, paiseNow }: Books['closes'][number]): DayClosed {
  const events = close.totals.reduce((sum, total) => sum + total.events, 0);
  const paise = close.totals.reduce((sum, total) => sum + total.amountPaise, 0);
  // While the worker still counts, less may be known than was closed.
  const restated = Math.max(0, eventsNow - events);
  return {
    day: close.day,
    closedAt: new Date(close.closedAtMs).toISOString(),
    checkpoint: close.checkpointNumber,
    hash: hashHex,
    keyId: close.keyId,
    events,
    change: rupeesFromPaise(paise),
    restatedEvents: restated,
    restatedBy: rupeesFromPaise(restated === 0 ? 0 : paiseNow - paise),
  };
}

export const getRestatement = route({
  method: 'get',
  path: '/api/admin/finance/day',
  access: 'finance',
  summary: 'What was believed of a day when it, or a later one, was closed; and what is known now.',
  query: RestatementQuery,
  answers: { 200: RestatementResponse },
  async handle({ deps, query }) {
    const { day, on = day } = query;
    if (on < day) {
      const error = 'On that day this one had not been yet.';
      throw new Refusal('invalid', error, { field: 'on' });
    }
    const closed = await readDayClose(deps.db, on);
    if (!closed) throw new Refusal('not_found', 'That day is not closed.');
    const { believed, known, difference, events, eventCount } = await readRestatement(deps.db, {
      day,
      close: closed.close,
      limit: mostRestatedEvents,
    });
    return ok({
      day,
      on,
      closedAt: new Date(closed.close.closedAtMs).toISOString(),
      believed: believed.map(toFinanceTotal),
      known: known.map(toFinanceTotal),
      difference: difference.map(toFinanceTotal),
      events: events.map(toAdminLedgerEvent),
      eventCount,
    });
  },
});

const toFinanceTotal = ({ kind, account, events, ...of }: DayTotal): FinanceTotal => ({
  kind,
  account,
  events,
  amount: rupeesFromPaise(of.amountPaise),
  held: rupeesFromPaise(of.heldPaise),
});
