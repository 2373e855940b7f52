/** Runs the auditor: a pass over new events, and a pass over the whole ledger once a day. */
import { runAuditPass } from '@sachet/db/checks/pass';
import { requestDueVerification } from '@sachet/db/ledger/history/verifications';
import type { Dependencies } from '../dependencies.ts';

export async function audit(
  { db, queue, log }: Pick<Dependencies, 'db' | 'queue' | 'log'>,
  { connectionString }: { connectionString: string },
): Promise<void> {
  const pass = await runAuditPass(connectionString);
  for (const finding of pass?.newFindings ?? []) log.error(finding, 'audit finding');
  const verificationId = await requestDueVerification(db);
  if (verificationId !== undefined) await queue.add({ name: 'verify-ledger', verificationId });
}
