/** The register: the documents of a month, for finance. */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { DocumentContent, type DocumentKind } from '@sachet/shared/tax/content';
import type { ReturnDocument, ReturnPeriod } from '@sachet/shared/tax/gstr1';
import type { PlaceCode } from '@sachet/shared/tax/states';
import type { Tax } from '@sachet/shared/tax/tax';
import type { Database } from '../tables.ts';

export interface RegisterFilter {
  /** `2026-11`: the month of the documents' days in India. */
  readonly month: string;
  readonly kind?: DocumentKind | undefined;
  /** The supplier's registration. Plain receipts have none. */
  readonly gstin?: string | undefined;
  /** Whether the recipient has a GSTIN. */
  readonly recipient?: 'registered' | 'unregistered' | undefined;
}

export interface RegisteredDocument extends Tax {
  readonly id: number;
  readonly number: string;
  readonly kind: DocumentKind;
  readonly day: string;
  readonly gstin: string | null;
  readonly walletId: string;
  readonly recipient: string;
  readonly recipientGstin: string | null;
  readonly placeOfSupply: PlaceCode | null;
  /** The number of a credit note's invoice. */
  readonly against: string | null;
  readonly irn: string | null;
  readonly discountPaise: number;
  readonly totalPaise: number;
}

export interface RegisterSum extends Tax {
  readonly kind: DocumentKind;
  readonly documents: number;
  readonly discountPaise: number;
  readonly totalPaise: number;
}

/** A condition on `d`. No month has a day after the 31st. */
export const inMonth = (month: string): RawBuilder<boolean> =>
  sql`d.day between ${`${month}-01`} and ${`${month}-31`}`;

const matches = ({ month, kind, gstin, recipient }: RegisterFilter): RawBuilder<unknown> =>
  sql.join(
    [
      inMonth(month),
      ...(kind ? [sql`d.kind = ${kind}`] : []),
      ...(gstin ? [sql`d.gstin = ${gstin}`] : []),
      ...(recipient ? [sql`(d.recipient_gstin is not null) = ${recipient === 'registered'}`] : []),
    ],
    sql` and `,
  );

const columns = sql`
  d.id, d.number, d.kind, d.day, d.gstin, d.wallet_id as "walletId",
  d.content::jsonb #>> '{recipient,name}' as "recipient", d.recipient_gstin as "recipientGstin",
  d.content::jsonb->>'placeOfSupply' as "placeOfSupply",
  d.content::jsonb #>> '{against,number}' as against,
  (select irn from e_invoice where document_id = d.id) as irn, d.discount_paise as "discountPaise",
  d.taxable_paise as "taxablePaise", d.cgst_paise as "cgstPaise", d.cgst_paise as "sgstPaise",
  d.igst_paise as "igstPaise", d.amount_paise as "totalPaise"`;

/** Newest first; `beforeId` is the last id of the previous page. */
export async function readRegister(
  db: Kysely<Database>,
  filter: RegisterFilter,
  { beforeId, limit }: { beforeId: number | null; limit: number },
): Promise<RegisteredDocument[]> {
  const before =
    beforeId === null
      ? sql``
      : sql`and (d.day, d.id) < (select day, id from document where id = ${beforeId})`;
  const { rows } = await sql<RegisteredDocument>`
    select ${columns} from document d where ${matches(filter)} ${before}
     order by d.day desc, d.id desc limit ${limit}`.execute(db);
  return rows;
}

/** By kind, in no order. */
export async function sumRegister(
  db: Kysely<Database>,
  filter: RegisterFilter,
): Promise<RegisterSum[]> {
  const { rows } = await sql<RegisterSum>`
    select d.kind, count(*)::int as documents, sum(d.discount_paise)::bigint as "discountPaise",
           sum(d.taxable_paise)::bigint as "taxablePaise", sum(d.cgst_paise)::bigint as "cgstPaise",
           sum(d.cgst_paise)::bigint as "sgstPaise", sum(d.igst_paise)::bigint as "igstPaise",
           sum(d.amount_paise)::bigint as "totalPaise"
      from document d where ${matches(filter)} group by d.kind`.execute(db);
  return rows;
}

const documentsPerBatch = 500;

/** Every document of the filter, oldest first, in batches. */
export async function* readWholeRegister(
  db: Kysely<Database>,
  filter: RegisterFilter,
): AsyncGenerator<RegisteredDocument[], void> {
  let after = { day: '', id: 0 };
  for (;;) {
    const { rows } = await sql<RegisteredDocument>`
      select ${columns} from document d
       where ${matches(filter)} and (d.day, d.id) > (${after.day}, ${after.id})
       order by d.day, d.id limit ${documentsPerBatch}`.execute(db);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < documentsPerBatch) return;
    after = last;
  }
}

interface ContentRow {
  readonly id: number;
  readonly day: string;
  readonly number: string;
  readonly content: string;
  readonly againstPaise: number | null;
}

/** The tax documents of a registration and month with their contents, oldest first, in batches. */
export async function* readReturnDocuments(
  db: Kysely<Database>,
  { gstin, month }: ReturnPeriod,
): AsyncGenerator<ReturnDocument[], void> {
  let after = { day: '', id: 0 };
  for (;;) {
    const { rows } = await sql<ContentRow>`
      select d.id, d.day, d.number, d.content, invoice.amount_paise as "againstPaise"
        from document d left join document invoice on invoice.id = d.against_id
       where ${inMonth(month)} and d.gstin = ${gstin}
         and (d.day, d.id) > (${after.day}, ${after.id})
       order by d.day, d.id limit ${documentsPerBatch}`.execute(db);
    if (rows.length > 0) {
      yield rows.map(({ number, content, againstPaise }) => ({
        number,
        content: DocumentContent.parse(JSON.parse(content)),
        againstPaise,
      }));
    }
    const last = rows.at(-1);
    if (!last || rows.length < documentsPerBatch) return;
    after = last;
  }
}
