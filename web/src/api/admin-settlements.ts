import {
  ImportSettlementsResponse,
  ReconciliationResponse,
  SettlementFileRefusal,
  SettlementImport,
  SettlementsResponse,
  type SettlementRange,
} from '@sachet/shared/contracts/admin-settlements';
import { toUrl } from '../url';
import { useAdminRead } from './admin';
import { callWith } from './client';
import { sendFile, type Sending } from './send-file';

/** Nothing is asked while there is no range. */
export const useReconciliation = (range: SettlementRange | null) =>
  useAdminRead(range && toUrl('/api/admin/reconciliation', range), ReconciliationResponse);

/** As it was answered at `readAtMs`. */
const ReadSettlements = SettlementsResponse.transform((read) => ({
  ...read,
  readAtMs: Date.now(),
}));

const importPollMs = 3_000;

/** Asked again and again while `isUnderWay`. */
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

/** The gateway's dashboard's export, or a bank's statement. */
export const fileSources = ['file', 'bank'] as const;
export type FileSource = (typeof fileSources)[number];

export type FileAnswer =
  | { isImported: true; isRepeated: boolean; imported: SettlementImport }
  | { isImported: false; refusal: SettlementFileRefusal };

const nameLengthMax = 200;

/** What is wrong with the file is an answer, too. Throws `ApiFailure`, and the signal's reason. */
export async function sendSettlementFile(
  source: FileSource,
  file: File,
  sending: Sending,
): Promise<FileAnswer> {
  const path = toUrl('/api/admin/settlements/file', {
    source,
    name: file.name.slice(0, nameLengthMax),
  });
  // Systems that know no CSV give it another type, or none.
  const csv = new Blob([file], { type: 'text/csv' });
  const { status, body } = await sendFile(path, csv, sending);
  const { toFailure, parseWith } = await import('./answers');
  if (status === 200 || status === 201) {
    const imported = parseWith(SettlementImport, path, status, body);
    return { isImported: true, isRepeated: status === 200, imported };
  }
  const refusal = SettlementFileRefusal.safeParse(body);
  if (refusal.success) return { isImported: false, refusal: refusal.data };
  throw toFailure(status, body);
}
