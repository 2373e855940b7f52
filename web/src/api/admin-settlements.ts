import {
  SettlementFileRefusal,
  type SettlementImport,
  type SettlementRange,
  type StatementPreview,
} from '@sachet/shared/finance/contracts/admin-settlements';
import type { BankLine } from '@sachet/shared/finance/contracts/admin-settlements';
import useSWR from 'swr';
import { loadParser, readAt, toPath } from './client';
import { toKey, useUid, type Key } from './keys';
import { inPages, usePages } from './pages';
import { sendFile, type Sending } from './send-file';

/** `readAtMs` is the time of the answer. */
export function useSettlements(range: SettlementRange) {
  const uid = useUid();
  return useSWR(uid && toKey(uid, 'GET /api/admin/settlements', range), async ([path]: Key) => {
    const read = await readAt('GET /api/admin/settlements', path);
    return { ...read, readAtMs: Date.now() };
  });
}

/** The source of a file: an export of the gateway's dashboard, or a bank statement. */
export const fileSources = ['file', 'bank'] as const;
export type FileSource = (typeof fileSources)[number];

export type FileAnswer =
  | { isImported: true; isRepeated: boolean; imported: SettlementImport }
  | { isImported: false; refusal: SettlementFileRefusal };

const nameLengthMax = 200;

// Sets the type, because a system without a type for CSV sends another type or none.
const toCsv = (file: File) => new Blob([file], { type: 'text/csv' });
const toName = (file: File) => file.name.slice(0, nameLengthMax);

type ImportName = 'POST /api/admin/settlements/file' | 'POST /api/admin/bank-statement';

/**
 * Uploads a file. Problems of the file are part of the answer. Throws `ApiFailure`, or the signal's reason.
 */
async function sendToImport(
  name: ImportName,
  path: string,
  file: File,
  sending: Sending,
): Promise<FileAnswer> {
  const { status, body } = await sendFile(path, toCsv(file), sending);
  const refusal = status === 400 ? SettlementFileRefusal.safeParse(body) : null;
  if (refusal?.success) return { isImported: false, refusal: refusal.data };
  const parse = await loadParser(name);
  return { isImported: true, isRepeated: status === 200, imported: parse(status, body) };
}

/** Sends an export of the gateway's dashboard. */
export function sendSettlementFile(file: File, sending: Sending): Promise<FileAnswer> {
  const name = 'POST /api/admin/settlements/file';
  return sendToImport(name, toPath(name, { name: toName(file) }), file, sending);
}

/** The admin's choices for a statement that is ambiguous. */
export type StatementChoice = {
  roles?: StatementPreview['roles'];
  dateOrder?: 'day-first' | 'month-first';
};

const toStatementQuery = (file: File, { roles, dateOrder }: StatementChoice) => ({
  name: toName(file),
  roles: roles?.map((role) => role ?? '').join(','),
  dateOrder,
});

/** Returns what importing the statement would book, without storing anything. */
export async function previewStatement(
  file: File,
  choice: StatementChoice,
  sending: Sending,
): Promise<StatementPreview> {
  const name = 'POST /api/admin/bank-statement/preview';
  const path = toPath(name, toStatementQuery(file, choice));
  const { status, body } = await sendFile(path, toCsv(file), sending);
  const parse = await loadParser(name);
  return parse(status, body);
}

export function bookStatement(
  file: File,
  choice: StatementChoice,
  sending: Sending,
): Promise<FileAnswer> {
  const name = 'POST /api/admin/bank-statement';
  return sendToImport(name, toPath(name, toStatementQuery(file, choice)), file, sending);
}

export type Business = 'gateway' | 'other';

export function useBankLines(business: Business) {
  return usePages(
    'GET /api/admin/bank-lines',
    inPages({ business }, ({ id }: BankLine) => id),
    { revalidateAll: true },
  );
}
