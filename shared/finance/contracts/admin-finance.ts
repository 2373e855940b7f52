/** The books by Indian days, for finance: figures of a period, closed days, restatements. */
import { z } from 'zod';
import { EventKind } from '../../ledger/event.ts';
import { AdminLedgerEvent } from '../../ledger/contracts/admin-ledger.ts';
import { byPaidTool } from '../../sales.ts';
import { Rupees, Timestamp, IndianDay } from '../../contracts/vocabulary.ts';

/** Maximum days per request. */
export const mostFinanceDays = 366;
/** Maximum events shown for a restatement; the ledger pages show all of them. */
export const mostRestatedEvents = 100;

/** A range of days, both included. */
export const FinanceRange = z
  .object({ from: IndianDay, to: IndianDay })
  .meta({ id: 'FinanceRange' });
export type FinanceRange = z.infer<typeof FinanceRange>;

/** A tool of a newer release, which was rolled back, comes under its id. */
const ByTool = z.object(byPaidTool(() => Rupees)).catchall(Rupees);

/** Each figure is the sum of the events that were recorded on these days. */
export const FinanceFigures = z
  .object({
    topUps: Rupees,
    paidBack: Rupees.meta({ description: 'Refunds and disputes, less disputes that were won.' }),
    given: Rupees.meta({ description: 'Bonuses, and what admins added or took.' }),
    cleared: Rupees.meta({ description: 'Left in closed wallets.' }),
    used: Rupees.meta({ description: 'Purchases minus refunds.' }),
    usedByTool: ByTool,
    usedPaid: Rupees.meta({
      description: 'Purchases with paid money, GST included. The rest of `used` was given.',
    }),
    revenue: Rupees.meta({ description: '`usedPaid` without the output tax in it.' }),
    revenueByTool: ByTool,
    forfeited: Rupees.meta({
      description: 'Paid money left in closed wallets, without output tax: income.',
    }),
    outputTax: Rupees.meta({
      description:
        'The GST in purchases and in money left in closed wallets: what documents say, and by the rate until they are issued.',
    }),
    owedPaid: Rupees.meta({
      description:
        'At the end: paid and unused, less what users owe. A liability; the rest of what is owed was given.',
    }),
    fees: Rupees.meta({
      description: "The gateway's fees and other charges, without recoverable GST.",
    }),
    inputTax: Rupees.meta({
      description: "The GST on the gateway's fees on days with a registration: recoverable.",
    }),
    owed: Rupees.meta({
      description: 'At the end: what all wallets have. Before, less paidBack, and so on.',
    }),
    providerCosts: z
      .array(z.object({ provider: z.string(), name: z.string(), cost: Rupees }))
      .meta({
        description:
          "By that day's price of a dollar: the providers that are always asked, and others that cost anything. They sum to `cost`.",
      }),
    cost: Rupees,
    costUSD: z.number(),
    unpricedCalls: z.number().int().meta({
      description:
        'Calls of models without a price, whose cost is not known: cost and margin are without it.',
    }),
    margin: Rupees.meta({ description: 'revenue and forfeited, less fees and cost.' }),
  })
  .meta({ id: 'FinanceFigures' });
export type FinanceFigures = z.infer<typeof FinanceFigures>;

const DayClosed = z
  .object({
    day: IndianDay.meta({ description: 'The day events took effect.' }),
    closedAt: Timestamp,
    checkpoint: z
      .number()
      .int()
      .meta({ description: 'The checkpoint of the last event known at the close.' }),
    hash: z.string(),
    keyId: z.string(),
    events: z.number().int(),
    change: Rupees.meta({ description: 'Change in all wallets on the day.' }),
    restatedEvents: z
      .number()
      .int()
      .meta({ description: 'Recorded about this day after it was closed.' }),
    restatedBy: Rupees.meta({ description: 'The columns these events changed.' }),
  })
  .meta({ id: 'DayClosed' });
export type DayClosed = z.infer<typeof DayClosed>;

/** `GET /api/admin/finance?from=&to=` */
export const FinanceResponse = z
  .object({
    opening: Rupees.meta({ description: 'Owed before the first day.' }),
    days: z.array(z.object({ day: IndianDay, figures: FinanceFigures })),
    total: FinanceFigures,
    closes: z.array(DayClosed).meta({ description: 'Newest first.' }),
    uncounted: z.number().int().meta({ description: 'Events that the figures do not have yet.' }),
  })
  .meta({ id: 'FinanceResponse' });
export type FinanceResponse = z.infer<typeof FinanceResponse>;

const Total = z.object({
  kind: EventKind,
  account: z.string().meta({ description: 'Empty if the events name no account.' }),
  events: z.number().int(),
  amount: Rupees,
  held: Rupees,
});
export type FinanceTotal = z.infer<typeof Total>;

/** The totals of `day` as known when `on` was closed. Without `on`, as known when `day` itself was closed. */
export const RestatementQuery = z.object({ day: IndianDay, on: IndianDay.optional() });

/** `GET /api/admin/finance/day?day=&on=` */
export const RestatementResponse = z
  .object({
    day: IndianDay,
    on: IndianDay,
    closedAt: Timestamp,
    believed: z.array(Total),
    known: z.array(Total),
    difference: z.array(Total),
    events: z
      .array(AdminLedgerEvent)
      .meta({ description: 'Events that cause the difference, newest first.' }),
    eventCount: z.number().int(),
  })
  .meta({ id: 'RestatementResponse' });
export type RestatementResponse = z.infer<typeof RestatementResponse>;
