import type { Subject } from '@sachet/shared/contracts/live';
import type { ReadName } from '@sachet/shared/operations/operations';
import { revalidateAfterReads } from './keys';

/**
 * The reads that show a subject. Each includes the paths below it.
 * @internal exported for its test
 */
export const readsBySubject = {
  models: ['GET /api/admin/models'],
  balances: ['GET /api/admin/provider-balances'],
  notices: ['GET /api/admin/notices'],
  proposals: ['GET /api/admin/proposals', 'GET /api/admin/notices', 'GET /api/admin/user-detail'],
  reports: ['GET /api/admin/reports'],
  growth: ['GET /api/admin/growth'],
  supplier: ['GET /api/admin/supplier', 'GET /api/admin/supplier-advances'],
  exports: ['GET /api/admin/exports'],
  verification: ['GET /api/admin/ledger/verification'],
  payments: ['GET /api/admin/payments'],
  exceptions: ['GET /api/admin/payment-exceptions', 'GET /api/admin/payment-exception'],
  settlements: [
    'GET /api/admin/settlements',
    'GET /api/admin/reconciliation',
    'GET /api/admin/bank-lines',
    'GET /api/admin/bank-entries',
    'GET /api/admin/month',
    'GET /api/admin/fee-terms',
  ],
  finance: ['GET /api/admin/finance'],
  register: ['GET /api/admin/documents', 'GET /api/admin/tax-month'],
  documents: ['GET /api/documents'],
  organization: ['GET /api/organization'],
} as const satisfies Record<Subject, readonly ReadName[]>;

/** Subjects that change together, as after an import, are read together. */
const collectMs = 100;

const changed = new Set<Subject>();

/** Reads what is visible of the subject again, soon. */
export function readSubject(subject: Subject): void {
  if (changed.size === 0) setTimeout(readChanged, collectMs);
  changed.add(subject);
}

function readChanged(): void {
  const names = new Set<ReadName>([...changed].flatMap((subject) => readsBySubject[subject]));
  changed.clear();
  void revalidateAfterReads(...[...names].map((name) => name.slice('GET '.length)));
}
