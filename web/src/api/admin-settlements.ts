import {
  BankLine,
  BankEntriesResponse,
  BankEntry,
  BankLinesResponse,
  type DecideBankEntryRequest,
  type ProposeBankEntryRequest,
  FeeTerms,
  ImportSettlementsResponse,
  MonthResponse,
  ReconciliationResponse,
  SettlementFileRefusal,
  SettlementImport,
  SettlementsResponse,
  StatementPreview,
  type FeeTerm,
  type MarkBankLineRequest,
  type MonthLockRequest,
  type SettlementRange,
  type WithdrawStatementRequest,
} from '@sachet/shared/contracts/admin-settlements';
import { toUrl } from '../url';
import { useAdminRead } from './admin';
import { z } from 'zod';
import { callWith } from './client';
import { usePages } from './pages';
import { sendFile, type Sending } from './send-file';

const Nothing = z.object({});

/** Sends no request while `range` is null. */
export const useReconciliation = (range: SettlementRange | null) =>
  useAdminRead(range && toUrl('/api/admin/reconciliation', range), ReconciliationResponse);

/** The response with the time at which it was read. */
const ReadSettlements = SettlementsResponse.transform((read) => ({
  ...read,
  readAtMs: Date.now(),
}));

const importPollMs = 3_000;

/** Polls while `isUnderWay`. */
export function useSettlements(range: SettlementRange | null, isUnderWay: boolean) {
  return useAdminRead(range && toUrl('/api/admin/settlements', range), ReadSettlements, {
    refreshInterval: isUnderWay ? importPollMs : 0,
  });
}

export function importSettlements(body: SettlementRange): Promise<ImportSettlementsResponse> {
  return callWith('/api/admin/settlements/import', ImportSettlementsResponse, {
    method: 'POST',
    body,
  });
}

/** The source of a file: an export of the gateway's dashboard, or a bank statement. */
export const fileSources = ['file', 'bank'] as const;
export type FileSource = (typeof fileSources)[number];

export type FileAnswer =
  | { isImported: true; isRepeated: boolean; imported: SettlementImport }
  | { isImported: false; refusal: SettlementFileRefusal };

const nameLengthMax = 200;

// Systems without a type for CSV send another type or none.
const toCsv = (file: File) => new Blob([file], { type: 'text/csv' });
const toName = (file: File) => file.name.slice(0, nameLengthMax);

/** Returns problems of the file as an answer. Throws `ApiFailure`, or the signal's reason. */
async function sendToImport(path: string, file: File, sending: Sending): Promise<FileAnswer> {
  const { status, body } = await sendFile(path, toCsv(file), sending);
  const { toFailure, parseWith } = await import('./answers');
  if (status === 200 || status === 201) {
    const imported = parseWith(SettlementImport, path, status, body);
    return { isImported: true, isRepeated: status === 200, imported };
  }
  const refusal = SettlementFileRefusal.safeParse(body);
  if (refusal.success) return { isImported: false, refusal: refusal.data };
  throw toFailure(status, body);
}

/** Sends an export of the gateway's dashboard. */
export const sendSettlementFile = (file: File, sending: Sending): Promise<FileAnswer> =>
  sendToImport(toUrl('/api/admin/settlements/file', { name: toName(file) }), file, sending);

/** The admin's choices where the statement is ambiguous. */
export type StatementChoice = {
  roles?: StatementPreview['roles'];
  dateOrder?: 'day-first' | 'month-first';
};

const toStatementUrl = (path: string, file: File, { roles, dateOrder }: StatementChoice) =>
  toUrl(path, {
    name: toName(file),
    ...(roles ? { roles: roles.map((role) => role ?? '').join(',') } : {}),
    ...(dateOrder ? { dateOrder } : {}),
  });

/** Returns what the statement would book, and stores nothing. */
export async function previewStatement(
  file: File,
  choice: StatementChoice,
  sending: Sending,
): Promise<StatementPreview> {
  const path = toStatementUrl('/api/admin/bank-statement/preview', file, choice);
  const { status, body } = await sendFile(path, toCsv(file), sending);
  const { toFailure, parseWith } = await import('./answers');
  if (status === 200) return parseWith(StatementPreview, path, status, body);
  throw toFailure(status, body);
}

export const bookStatement = (
  file: File,
  choice: StatementChoice,
  sending: Sending,
): Promise<FileAnswer> =>
  sendToImport(toStatementUrl('/api/admin/bank-statement', file, choice), file, sending);

export async function withdrawStatement(body: WithdrawStatementRequest): Promise<void> {
  await callWith('/api/admin/bank-statement/withdraw', Nothing, { method: 'POST', body });
}

export type Business = 'gateway' | 'other';

export function useBankLines(business: Business) {
  return usePages<BankLinesResponse, BankLine>(
    {
      path: (previous) =>
        previous?.nextBefore === null
          ? null
          : toUrl('/api/admin/bank-lines', { business, before: previous?.nextBefore }),
      read: (path) => callWith(path, BankLinesResponse),
      rows: ({ lines }) => lines,
      id: ({ id }) => id,
    },
    { revalidateAll: true },
  );
}

export function markBankLine(body: MarkBankLineRequest): Promise<BankLine> {
  return callWith('/api/admin/bank-lines', BankLine, { method: 'POST', body });
}

export const useMonth = (month: string | null) =>
  useAdminRead(month && toUrl('/api/admin/month', { month }), MonthResponse);

/** Signs a month off. */
export function lockMonth(body: MonthLockRequest): Promise<MonthResponse> {
  return callWith('/api/admin/month/lock', MonthResponse, { method: 'POST', body });
}

export function unlockMonth(body: MonthLockRequest): Promise<MonthResponse> {
  return callWith('/api/admin/month/unlock', MonthResponse, { method: 'POST', body });
}

/** Differences between settlements and bank statements, to be explained by two people. */
export const useBankEntries = () => useAdminRead('/api/admin/bank-entries', BankEntriesResponse);

export function proposeBankEntry(body: ProposeBankEntryRequest): Promise<BankEntry> {
  return callWith('/api/admin/bank-entries', BankEntry, { method: 'POST', body });
}

export function decideBankEntry(body: DecideBankEntryRequest): Promise<BankEntry> {
  return callWith('/api/admin/bank-entries/decide', BankEntry, { method: 'POST', body });
}

export const useFeeTerms = () => useAdminRead('/api/admin/fee-terms', FeeTerms);

export function setFeeTerm(body: FeeTerm): Promise<FeeTerms> {
  return callWith('/api/admin/fee-terms', FeeTerms, { method: 'POST', body });
}
