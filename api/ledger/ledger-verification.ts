import { readAuditorState } from '@sachet/db/checks/findings';
import { listRemedies } from '@sachet/db/checks/report';
import { readNames } from '@sachet/db/ledger/history/event';
import {
  readCurrentVerification,
  readLastVerification,
  readNewestCheckpoint,
  requestVerification,
  type VerificationRow,
} from '@sachet/db/ledger/history/verifications';
import { enqueue } from '@sachet/flows/enqueue';
import {
  mostFindings,
  type LedgerVerificationState,
  type VerifyLedgerResponse,
} from '@sachet/shared/ledger/contracts/admin-ledger';
import { rupeesFromPaise } from '@sachet/shared/money';
import { toLedgerVerification } from './ledger-rows.ts';
import type { Dependencies } from '../dependencies.ts';
import { ok, reply, route } from '../http/route.ts';

async function withName({ db }: Pick<Dependencies, 'db'>, row: VerificationRow) {
  const names = await readNames(db, [row.requested_by]);
  return toLedgerVerification(row, names.get(row.requested_by)?.name ?? null);
}

export const getAdminLedgerVerification = route('GET /api/admin/ledger/verification', {
  async handle({ deps }) {
    const { db } = deps;
    const [current, last, checkpoint, auditor] = await Promise.all([
      readCurrentVerification(db),
      readLastVerification(db),
      readNewestCheckpoint(db),
      readAuditorState(db, mostFindings),
    ]);
    const found = [...(last?.result?.findings ?? []), ...auditor.findings];
    const state: LedgerVerificationState = {
      current: current ? await withName(deps, current) : null,
      last: last ? await withName(deps, last) : null,
      checkpoint: checkpoint
        ? {
            number: checkpoint.number,
            at: checkpoint.created_at.toISOString(),
            wallets: checkpoint.wallet_count,
            events: checkpoint.event_count,
            balance: rupeesFromPaise(checkpoint.balance_paise),
            held: rupeesFromPaise(checkpoint.held_paise),
            hash: checkpoint.hash.toString('hex'),
            keyId: checkpoint.key_id,
          }
        : null,
      auditor: {
        lastPassAt: auditor.lastPassAt?.toISOString() ?? null,
        caughtUpAt: auditor.caughtUpAt?.toISOString() ?? null,
        findingCount: auditor.count,
        findings: auditor.findings.map(({ foundAt, ...finding }) => ({
          ...finding,
          foundAt: foundAt.toISOString(),
        })),
      },
      remedies: listRemedies(found.map(({ check }) => check)),
    };
    return ok(state);
  },
});

export const postAdminVerifyLedger = route('POST /api/admin/ledger/verify', {
  async handle({ deps, caller }) {
    const { row, isNew } = await requestVerification(deps.db, caller.uid);
    await enqueue(deps, { name: 'verify-ledger', verificationId: row.id });
    const answer: VerifyLedgerResponse = { verification: await withName(deps, row), isNew };
    return reply(202, answer);
  },
});
