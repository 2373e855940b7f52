// Runs the sweep of a stack's worker in the test's process, because the worker's own next one may be 15 seconds away.
import { pino } from 'pino';
import { createFolderObjects } from '@sachet/adapters/images/folder';
import { createImageStore } from '@sachet/adapters/images/store';
import { createKysely, createPool } from '@sachet/db/connect';
import { createLedger } from '@sachet/db/ledger/ledger';
import { Limits } from '@sachet/shared/configuration/limits';
import { hourMs } from '@sachet/shared/time';
import type { OpenStack } from '../../api/testing/stack.ts';
import { sweep } from '../sweep.ts';

export async function sweepNow({ stack, imageFolder }: OpenStack): Promise<void> {
  const db = createKysely(createPool(stack.database.appUrl, { max: 2 }));
  const ledger = createLedger({ connectionString: stack.database.appUrl });
  try {
    const { previewsKeptDays } = Limits.parse('{}');
    const images = createImageStore(createFolderObjects(imageFolder));
    const log = pino({ level: 'silent' });
    const queue = { add: () => Promise.reject(new Error('No work is an hour old.')) };
    await sweep({ db, ledger, images, queue, previewsKeptDays, log }, hourMs);
  } finally {
    await ledger.close();
    await db.destroy();
  }
}
