/** The wallet and its history: `/api/wallet`, `/api/wallet/events`. */
import { z } from 'zod';
import { pageOf } from '../../contracts/page.ts';
import { EventKind } from '../../ledger/event.ts';
import { Budget } from '../../organizations/contracts/organization.ts';
import { Rupees, Timestamp, PaidTool } from '../../contracts/vocabulary.ts';

/** A wallet's balances at one moment. */
export const WalletFigures = z
  .object({
    walletId: z.string(),
    seq: z.number().int().meta({
      description:
        'Rises with every event of the wallet, so it shows which of two answers is newer.',
    }),
    walletBalance: Rupees,
    held: Rupees.meta({ description: 'On hold for work in progress.' }),
    available: Rupees.meta({ description: 'The amount that can be spent now.' }),
    locked: Rupees.meta({
      description: 'A bonus that cannot be spent: its person had one before.',
    }),
  })
  .meta({ id: 'WalletFigures' });
export type WalletFigures = z.infer<typeof WalletFigures>;

export const WalletSummary = WalletFigures.extend({
  freeCancels: z.object({ left: z.number().int(), perDay: z.number().int() }).meta({
    description:
      'The free cancels that the caller has left today, in India, after a provider was called: ' +
      'a picture that is being bought, or a reply of a paid block before its first words.',
  }),
}).meta({ id: 'WalletSummary' });
export type WalletSummary = z.infer<typeof WalletSummary>;

/**
 * `PATCH /api/wallet/limits`: limits that users set for themselves. Omitted fields do not change. The cap is
 * for individuals; in an organization the admin sets budgets.
 */
export const OwnLimitsRequest = z
  .object({
    monthlyCap: Budget.optional().meta({
      description: 'Most that the caller may spend in a calendar month in India; 0 for unlimited.',
    }),
    lowBalance: Budget.optional().meta({
      description: 'The client warns when less than this is available; 0 for never.',
    }),
  })
  .meta({ id: 'OwnLimitsRequest' });
export type OwnLimitsRequest = z.infer<typeof OwnLimitsRequest>;

/** How many months `GET /api/wallet/usage` covers, including the current one. */
export const usageMonths = 6;

export const WalletUsage = z
  .object({
    months: z
      .array(
        z.object({
          month: z.string().meta({ description: 'The calendar month in India: `2026-11`.' }),
          spent: z.partialRecord(PaidTool, Rupees).meta({
            description:
              'Rupees by tool, without what was refunded. Tools without any are left out.',
          }),
        }),
      )
      .meta({ description: 'Six months, the current one last.' }),
  })
  .meta({ id: 'WalletUsage' });
export type WalletUsage = z.infer<typeof WalletUsage>;

export const WalletEvent = z
  .object({
    seq: z.number().int(),
    kind: EventKind,
    amount: Rupees.meta({ description: 'Signed effect on the balance.' }),
    held: Rupees.meta({ description: 'Signed effect on the held amount.' }),
    balanceAfter: Rupees,
    heldAfter: Rupees,
    counterAccount: z.string().nullable(),
    generationId: z.string().nullable(),
    reason: z.string().nullable(),
    recordedAt: Timestamp,
  })
  .meta({ id: 'WalletEvent' });
export type WalletEvent = z.infer<typeof WalletEvent>;

/** Newest first. */
export const WalletEventPage = pageOf(WalletEvent).meta({ id: 'WalletEventPage' });
export type WalletEventPage = z.infer<typeof WalletEventPage>;

export const walletEventPageSize = 20;
