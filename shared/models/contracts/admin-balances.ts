/** Our balances with the providers, entered by hand: docs/product.md, Screens (admin billing page), 3, 5 and 7. */
import { z } from 'zod';
import { Timestamp } from '../../contracts/vocabulary.ts';
import { type Provider, providerEntries, providers } from '../../providers.ts';

/**
 * Converts US dollars to cents. Null for an amount with more than two decimals (docs/product.md, Validation).
 */
export function centsFromUsd(usd: number): number | null {
  const cents = Math.round(usd * 100);
  return Math.abs(cents / 100 - usd) < 1e-9 ? cents : null;
}

const Usd = z.number().meta({ description: 'US dollars.' });

export const ProviderBalance = z
  .object({
    balanceUSD: Usd.nullable().meta({ description: 'As it was last entered by hand.' }),
    thresholdUSD: Usd.nullable(),
    notes: z.string(),
    updatedAt: Timestamp.nullable(),
    updatedBy: z
      .string()
      .nullable()
      .meta({ description: "An e-mail address, or the admin's uid." }),
    apiKeyPresent: z.boolean(),
    balanceEnteredAt: Timestamp.nullable(),
    spentUSD: Usd.meta({
      description:
        'What our calls have cost by the catalogue since the balance was entered (in total if ' +
        'none is entered), to a millionth.',
    }),
    unpricedCalls: z.number().int().meta({
      description:
        'Calls since then whose cost is not known, because their model has no price. spentUSD is without them.',
    }),
    remainingUSD: Usd.nullable().meta({ description: 'The balance minus spending since.' }),
    spentPerDayUSD: Usd.meta({
      description: 'Average of the last 7 days, or of fewer if no more are known.',
    }),
    daysLeft: z.number().nullable().meta({
      description: 'At that rate, to a tenth; null without a balance or without spending.',
    }),
    belowThreshold: z.boolean().meta({
      description:
        'Whether the remaining balance is at or below the threshold; false if either is unknown.',
    }),
  })
  .meta({ id: 'ProviderBalance' });
export type ProviderBalance = z.infer<typeof ProviderBalance>;

type ApiName = (typeof providerEntries)[Provider]['api'];

/** Returns a record by the name of the provider's API, as in docs/product.md. */
function byApi<Value extends z.ZodType>(value: Value) {
  const optional = value.optional();
  return z.object(
    Object.fromEntries(
      providers.map((provider) => [providerEntries[provider].api, optional]),
    ) as Record<ApiName, typeof optional>,
  );
}

/** `GET /api/admin/provider-balances`; `POST` returns the same. */
export const ProviderBalancesResponse = byApi(ProviderBalance).meta({
  id: 'ProviderBalancesResponse',
  description: 'Without the optional providers that have no key and have cost nothing.',
});
export type ProviderBalancesResponse = z.infer<typeof ProviderBalancesResponse>;

/** An empty text becomes null (docs/product.md, Validation). */
const amount = (min: number) =>
  z
    .union([
      z.literal('').transform(() => null),
      z.null(),
      z
        .number('Enter an amount in US dollars.')
        .min(min, `At least ${min.toLocaleString('en')}.`)
        .max(10_000_000, 'At most 10,000,000.')
        .refine((usd) => centsFromUsd(usd) !== null, { message: 'At most two decimals.' }),
    ])
    .optional();

const BalanceUpdate = z.object({
  balanceUSD: amount(-1_000_000),
  thresholdUSD: amount(0),
  notes: z.string().trim().max(2000, 'At most 2,000 characters.').optional(),
  balanceIsCurrent: z
    .boolean()
    .default(false)
    .meta({
      description:
        'Counts spending from now on even if `balanceUSD` is unchanged. ' +
        'A new number always restarts the count.',
    }),
});
export type BalanceUpdate = z.infer<typeof BalanceUpdate>;

/** `POST /api/admin/provider-balances`: omitted fields do not change; null or '' clears a value. */
export const UpdateBalancesRequest = byApi(BalanceUpdate).meta({ id: 'UpdateBalancesRequest' });
export type UpdateBalancesRequest = z.infer<typeof UpdateBalancesRequest>;
