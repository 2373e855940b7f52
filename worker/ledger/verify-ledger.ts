/** Verifies the ledger when an admin asks for it, and reports the progress. */
import {
  beatVerification,
  endVerification,
  readStrandedVerifications,
  takeVerification,
} from '@sachet/db/ledger/history/verifications';
import { verifyWhole } from '@sachet/db/checks/run';
import type { Dependencies } from '../dependencies.ts';
import { every } from '../every.ts';

export interface Verifying {
  readonly connectionString: string;
  /** Without this key the checkpoints' signatures are not checked. */
  readonly publicKeyHex?: string;
  readonly previousPublicKeysHex: readonly string[];
  /** A worker without a heartbeat for this long counts as dead. */
  readonly silentForMs: number;
}

/** A worker misses four heartbeats before it counts as dead. */
const beatEveryMs = ({ silentForMs }: Verifying) => Math.min(1_000, silentForMs / 4);

export async function verifyOnRequest(
  { db, log }: Pick<Dependencies, 'db' | 'log'>,
  verifying: Verifying,
  id: number,
): Promise<void> {
  const attempt = await takeVerification(db, { id, silentForMs: verifying.silentForMs });
  if (attempt === undefined) return;
  const which = { id, attempt };
  let progress: Parameters<typeof beatVerification>[2] = { step: null, done: 0, total: 0 };
  const beats = every(
    beatEveryMs(verifying),
    () => beatVerification(db, which, progress),
    (error) => log.warn({ err: error, id }, 'failed to store the progress of a verification'),
  );
  const { connectionString, publicKeyHex, previousPublicKeysHex } = verifying;
  try {
    const verified = await verifyWhole({
      connectionString,
      publicKeyHex,
      previousPublicKeysHex,
      progress(step, done, total) {
        progress = { step: step === 'chains' ? 'chains' : 'projections', done, total };
      },
    });
    await beats.stop();
    await endVerification(db, which, verified);
    const findings = verified.findings.length;
    if (findings > 0) log.error({ id, findings }, 'a verification has findings');
  } catch (error) {
    await beats.stop();
    log.error({ err: error, id }, 'verification failed to run');
    const { message } = error as Error;
    await endVerification(db, which, { error: message || 'The ledger could not be read.' });
  }
}

/** Queues verifications that the queue lost, or whose worker crashed. */
export async function sweepVerifications(
  { db, queue }: Pick<Dependencies, 'db' | 'queue'>,
  { silentForMs }: Verifying,
): Promise<void> {
  for (const verificationId of await readStrandedVerifications(db, silentForMs)) {
    await queue.add({ name: 'verify-ledger', verificationId });
  }
}
