/** The statement: a wallet's ledger events in plain words (`/api/statement`, `/api/statement.csv`). */
import { z } from 'zod';
import { pageOf } from '../../contracts/page.ts';
import { EventKind } from '../../ledger/event.ts';
import { Mode, PaidTool, Provider, Rupees, Timestamp } from '../../contracts/vocabulary.ts';

/** A statement's filters: money in, money spent, money reserved, and corrections. */
export const StatementKind = z.enum(['in', 'spent', 'reserved', 'corrections']);
export type StatementKind = z.infer<typeof StatementKind>;

/** An IST calendar day. In a range, both days are included. */
const Day = z.iso.date();

export const StatementFilter = z.object({
  from: Day.optional(),
  to: Day.optional(),
  kind: StatementKind.optional(),
  member: z.string().min(1).max(128).optional().meta({
    description: "A member's uid. Only an organization's admin may name another member.",
  }),
  holds: z.literal('open').optional().meta({
    description:
      'With `open`, each purchase is one row: money on hold is shown only while it is, and its release is not.',
  }),
});
export type StatementFilter = z.infer<typeof StatementFilter>;

export const StatementRow = z
  .object({
    seq: z.number().int(),
    at: Timestamp,
    kind: EventKind,
    amount: Rupees.meta({ description: 'Signed effect on the balance.' }),
    held: Rupees.meta({ description: 'Signed effect on what is reserved.' }),
    balanceAfter: Rupees,
    heldAfter: Rupees,
    tool: PaidTool.nullable(),
    provider: Provider.nullable(),
    mode: Mode.nullable(),
    modelName: z.string().nullable().meta({ description: 'The model that made the purchase.' }),
    finalSize: z.number().int().nullable().meta({ description: 'Pixels of an unlocked image.' }),
    smallerSize: z.number().int().nullable().meta({
      description: 'Pixels of the copy that was bought before: this is the difference to it.',
    }),
    refundOf: Rupees.nullable().meta({
      description: 'The amount of the purchase that this refunds, in whole or in part.',
    }),
    subject: z.string().nullable().meta({
      description: "The beginning of the prompt or the conversation's title; the buyer's own only.",
    }),
    thumbnailUrl: z.string().nullable().meta({
      description: 'A small copy of the bought picture, signed and expiring; the buyer’s own only.',
    }),
    generationId: z.string().nullable(),
    conversationId: z.string().nullable(),
    paymentId: z.string().nullable(),
    orderId: z.string().nullable(),
    member: z.object({ uid: z.string(), name: z.string() }).nullable().meta({
      description: 'The user who spent it or paid it in.',
    }),
    reason: z.string().nullable(),
  })
  .meta({ id: 'StatementRow' });
export type StatementRow = z.infer<typeof StatementRow>;

/** Newest first. */
export const Statement = pageOf(StatementRow)
  .extend({
    totals: z
      .object({
        events: z.number().int(),
        in: Rupees.meta({ description: 'Total added.' }),
        out: Rupees.meta({ description: 'Total taken, as a positive number.' }),
      })
      .meta({ description: 'Totals for the whole filter, not for this page.' }),
    balance: Rupees,
    held: Rupees,
  })
  .meta({ id: 'Statement' });
export type Statement = z.infer<typeof Statement>;

export const statementPageSize = 30;
