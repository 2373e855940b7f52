/** Queues exports that a lost queue or a crashed worker left unfinished, and erases expired ones. */
import { forgetExport, readExportsToErase, readStrandedExports } from '@sachet/db/finance/exports';
import { exportKeptMs } from '@sachet/shared/finance/contracts/admin-exports';
import { dayMs } from '@sachet/shared/time';
import type { Dependencies } from '../dependencies.ts';

/** Older than every file that a user may still download or a worker may still write. */
const leftOverAfterMs = exportKeptMs + dayMs;

export async function sweepExports(
  { db, queue, exportFiles }: Pick<Dependencies, 'db' | 'queue' | 'exportFiles'>,
  silentForMs: number,
): Promise<void> {
  for (const exportId of await readStrandedExports(db, silentForMs)) {
    await queue.add({ name: 'make-export', exportId });
  }
  for (const id of await readExportsToErase(db)) {
    await exportFiles.delete(id);
    await forgetExport(db, id);
  }
  await exportFiles.sweep(new Date(Date.now() - leftOverAfterMs));
}
