import { readDayClose, readRestatement } from '@sachet/db/finance/day-close';
import { readBooks, type Books } from '@sachet/db/finance/figures';
import {
  mostFinanceDays,
  mostRestatedEvents,
  type DayClosed,
  type FinanceFigures,
} from '@sachet/shared/finance/contracts/admin-finance';
import type { DayTotal } from '@sachet/shared/finance/day-close';
import { getChange, toDayFigures } from '@sachet/shared/finance/day-figures';
import { inRupees, rupeesFromPaise } from '@sachet/shared/money';
import { isProvider, nameProvider, providerEntries, providers } from '@sachet/shared/providers';
import { byPaidTool, toTool } from '@sachet/shared/sales';
import { toDays } from './indian-days.ts';
import { toAdminLedgerEvent } from '@sachet/flows/ledger/ledger-text';
import { Refusal } from '../http/refusal.ts';
import { ok, route } from '../http/route.ts';

export const getFinance = route('GET /api/admin/finance', {
  async handle({ deps, query }) {
    const days = toDays(query, mostFinanceDays);
    const books = await readBooks(await deps.reader.latest(), query);
    let owedPaise = books.openingPaise;
    let owedPaidPaise = books.openingPaidPaise;
    const read = days.map((day) => {
      const totals = books.totals.get(day) ?? [];
      owedPaise += getChange(toDayFigures(totals));
      owedPaidPaise += books.paidChanges.get(day) ?? 0;
      const isOfDay = (each: { day: string }) => each.day === day;
      return {
        day,
        figures: toFigures(totals, {
          owedPaise,
          owedPaidPaise,
          costs: books.costs.filter(isOfDay),
          paidUse: books.paidUse.filter(isOfDay),
          forfeitedTax: books.forfeitedTax.filter(isOfDay),
          fees: books.fees.filter(isOfDay),
        }),
      };
    });
    const all = [...books.totals.values()].flat();
    return ok({
      opening: rupeesFromPaise(books.openingPaise),
      days: read,
      total: toFigures(all, { ...books, owedPaise, owedPaidPaise }),
      closes: books.closes.map(toDayClosed),
      uncounted: books.uncounted,
    });
  },
});

const sumPaise = (all: readonly { readonly paise: number }[]): number =>
  all.reduce((sum, { paise }) => sum + paise, 0);

interface Besides extends Pick<Books, 'costs' | 'paidUse' | 'forfeitedTax' | 'fees'> {
  readonly owedPaise: number;
  readonly owedPaidPaise: number;
}

function toFigures(
  totals: readonly DayTotal[],
  { owedPaise, owedPaidPaise, costs, paidUse, forfeitedTax, fees }: Besides,
): FinanceFigures {
  const { usedByTool, ...moved } = toDayFigures(totals);
  const sold = paidUse.map(({ account, paidPaise, taxPaise }) => ({
    account,
    paise: paidPaise - taxPaise,
  }));
  // Those of a newer release, which was rolled back, come under their ids.
  const revenueByTool = Object.fromEntries(
    [...Map.groupBy(sold, ({ account }) => toTool(account)!)].map(([tool, each]) => [
      tool,
      sumPaise(each),
    ]),
  );
  const revenuePaise = sumPaise(sold);
  const usedPaidPaise = paidUse.reduce((sum, { paidPaise }) => sum + paidPaise, 0);
  const forfeitedTaxPaise = sumPaise(forfeitedTax);
  const forfeitedPaise =
    -totals
      .filter(({ account }) => account === 'unclaimed')
      .reduce((sum, { amountPaise }) => sum + amountPaise, 0) - forfeitedTaxPaise;
  const feesPaise = sumPaise(fees);
  const costPaise = sumPaise(costs);
  return {
    ...eachInRupees(moved),
    usedByTool: eachInRupees(usedByTool),
    revenueByTool: eachInRupees({ ...byPaidTool(() => 0), ...revenueByTool }),
    providerCosts: toProviderCosts(costs),
    ...inRupees({
      usedPaidPaise,
      revenuePaise,
      outputTaxPaise: usedPaidPaise - revenuePaise + forfeitedTaxPaise,
      forfeitedPaise,
      owedPaise,
      owedPaidPaise,
      feesPaise,
      inputTaxPaise: fees.reduce((sum, { inputTaxPaise }) => sum + inputTaxPaise, 0),
      costPaise,
      marginPaise: revenuePaise + forfeitedPaise - feesPaise - costPaise,
    }),
    costUSD: costs.reduce((microusd, cost) => microusd + cost.microusd, 0) / 1_000_000,
    unpricedCalls: costs.reduce((calls, cost) => calls + cost.unpricedCalls, 0),
  };
}

/** In the order of the registry. A provider of a newer release, which was taken back, comes last by its id. */
function toProviderCosts(costs: Books['costs']): FinanceFigures['providerCosts'] {
  const paiseOf = new Map<string, number>(
    providers.filter((provider) => !providerEntries[provider].isOptional).map((each) => [each, 0]),
  );
  for (const { provider, paise } of costs) {
    paiseOf.set(provider, (paiseOf.get(provider) ?? 0) + paise);
  }
  const others = [...paiseOf.keys()].filter((id) => !isProvider(id));
  return [...providers, ...others].flatMap((provider) => {
    const paise = paiseOf.get(provider);
    if (paise === undefined) return [];
    return [{ provider, name: nameProvider(provider), cost: rupeesFromPaise(paise) }];
  });
}

/** The same amounts in rupees. */
const eachInRupees = <Each extends Readonly<Record<string, number>>>(paise: Each) =>
  Object.fromEntries(
    Object.entries<number>(paise).map(([name, each]) => [name, rupeesFromPaise(each)]),
  ) as Each;

function toDayClosed({ close, hashHex, eventsNow, paiseNow }: Books['closes'][number]): DayClosed {
  const events = close.totals.reduce((sum, total) => sum + total.events, 0);
  const paise = close.totals.reduce((sum, total) => sum + total.amountPaise, 0);
  // Never negative: a worker that is still counting may have fewer events than the close.
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

export const getRestatement = route('GET /api/admin/finance/day', {
  async handle({ deps, query }) {
    const { day, on = day } = query;
    if (on < day) {
      const error = 'The second day is before the first.';
      throw new Refusal('invalid', error, { field: 'on' });
    }
    const db = await deps.reader.latest();
    const closed = await readDayClose(db, on);
    if (!closed) throw new Refusal('not_found', 'This day isn’t closed yet.');
    const { believed, known, difference, events, eventCount } = await readRestatement(db, {
      day,
      close: closed.close,
      limit: mostRestatedEvents,
    });
    return ok({
      day,
      on,
      closedAt: new Date(closed.close.closedAtMs).toISOString(),
      believed: believed.map(inRupees),
      known: known.map(inRupees),
      difference: difference.map(inRupees),
      events: events.map(toAdminLedgerEvent),
      eventCount,
    });
  },
});
