/** The credits that paid for purchases (`shared/finance/provenance.ts`), for the finance pages. */
import { z } from 'zod';
import { pageOf, pageQuery } from '../../contracts/page.ts';
import { EventKind } from '../../ledger/event.ts';
import { purposes } from '../provenance.ts';
import { Rupees, Timestamp } from '../../contracts/vocabulary.ts';

const Seq = z.number().int();

const ProvenanceSettlement = z
  .object({ utr: z.string(), settlementId: z.string(), day: z.string().nullable() })
  .meta({ id: 'ProvenanceSettlement' });

/** Money that came into a wallet. */
export const ProvenanceCredit = z
  .object({
    walletId: z.string(),
    seq: Seq,
    kind: EventKind,
    isPaid: z.boolean().meta({ description: 'False for a bonus and what an admin credited.' }),
    at: Timestamp,
    credited: Rupees,
    paymentId: z.string().nullable(),
    settlements: z.array(ProvenanceSettlement).meta({
      description: 'Bank references of the receipt; empty while in transit.',
    }),
  })
  .meta({ id: 'ProvenanceCredit' });
export type ProvenanceCredit = z.infer<typeof ProvenanceCredit>;

/** An event that took money out of a wallet. */
export const ProvenanceTaking = z
  .object({
    walletId: z.string(),
    seq: Seq,
    kind: EventKind,
    at: Timestamp,
    tool: z.string().nullable(),
    generationId: z.string().nullable(),
    conversationId: z.string().nullable(),
    paymentId: z.string().nullable(),
  })
  .meta({ id: 'ProvenanceTaking' });
export type ProvenanceTaking = z.infer<typeof ProvenanceTaking>;

export const ProvenanceFunding = z
  .object({
    taking: ProvenanceTaking,
    taken: Rupees,
    givenBack: Rupees,
    owed: Rupees.meta({ description: 'Not covered by any credit yet, after a dispute.' }),
    parts: z.array(z.object({ credit: ProvenanceCredit, amount: Rupees })).meta({
      description: 'taken = givenBack + owed + their sum.',
    }),
  })
  .meta({ id: 'ProvenanceFunding' });
export type ProvenanceFunding = z.infer<typeof ProvenanceFunding>;

const ProvenanceMove = z
  .object({
    at: Timestamp,
    seq: Seq.meta({ description: 'The event that moved it.' }),
    amount: Rupees.meta({ description: 'Negative for what came back.' }),
    purpose: z.enum(purposes),
    taking: ProvenanceTaking,
  })
  .meta({ id: 'ProvenanceMove' });
export type ProvenanceMove = z.infer<typeof ProvenanceMove>;

/** Newest first. credited = unspent + the sum of all pages. */
export const ProvenanceUse = pageOf(ProvenanceMove)
  .extend({
    credit: ProvenanceCredit,
    unspent: Rupees,
    went: z.object(
      Object.fromEntries(purposes.map((purpose) => [purpose, Rupees])) as Record<
        (typeof purposes)[number],
        typeof Rupees
      >,
    ),
  })
  .meta({ id: 'ProvenanceUse' });
export type ProvenanceUse = z.infer<typeof ProvenanceUse>;

const EventPlace = z.object({
  wallet: z.string().min(1).max(200),
  seq: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
});
const Page = z.object(pageQuery);

/** `GET /api/admin/provenance/event?wallet=&seq=`; `after` pages through the uses of a credit. */
export const ProvenanceEventQuery = EventPlace.extend(Page.shape);
export const ProvenanceOfEvent = z
  .object({
    funding: ProvenanceFunding.nullable().meta({
      description: 'Set for an event that took money, and for the charge that a refund returns.',
    }),
    use: ProvenanceUse.nullable().meta({ description: 'Only for a credit.' }),
  })
  .meta({ id: 'ProvenanceOfEvent' });
export type ProvenanceOfEvent = z.infer<typeof ProvenanceOfEvent>;

/** `GET /api/admin/provenance/payment?id=` */
export const ProvenancePaymentQuery = Page.extend({ id: z.string().min(1).max(100) });

/** `GET /api/admin/provenance/generation?id=` */
export const ProvenanceGenerationQuery = z.object({ id: z.string().min(1).max(100) });
export const ProvenanceOfGeneration = z
  .object({ charges: z.array(ProvenanceFunding) })
  .meta({ id: 'ProvenanceOfGeneration' });
export type ProvenanceOfGeneration = z.infer<typeof ProvenanceOfGeneration>;

/** `GET /api/admin/provenance/settlement?utr=` */
export const ProvenanceSettlementQuery = Page.extend({ utr: z.string().min(1).max(100) });
export const ProvenanceOfSettlement = pageOf(
  ProvenanceMove.extend({
    credit: z.object({ walletId: z.string(), seq: Seq, paymentId: z.string() }),
  }),
)
  .extend({
    utr: z.string(),
    payments: z.number().int(),
    credited: Rupees.meta({
      description: "The amount of these payments in the gateway's report, before fees.",
    }),
  })
  .meta({ id: 'ProvenanceOfSettlement' });
export type ProvenanceOfSettlement = z.infer<typeof ProvenanceOfSettlement>;

/** `GET /api/admin/provenance/unspent?at=` */
export const UnspentQuery = z.object({ at: z.iso.datetime({ offset: true }).optional() });
export const Unspent = z
  .object({
    at: Timestamp,
    paid: Rupees.meta({ description: 'Paid in and not spent: owed to users.' }),
    bonus: Rupees.meta({ description: 'Granted and unspent: not owed.' }),
    owed: Rupees.meta({ description: 'The amount users owe after disputes.' }),
    notYet: z.number().int().meta({
      description: 'Events that are not computed yet; the figures are without them.',
    }),
  })
  .meta({ id: 'Unspent' });
export type Unspent = z.infer<typeof Unspent>;

export const provenancePageSize = 50;
