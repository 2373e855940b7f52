/** The worker's part of the benchmark, as a separate process: issues the documents that are due. */
import { createKysely, createPool } from '@sachet/db/connect';
import { issueDueDocuments } from '@sachet/db/tax/invoices';
import { getDatabaseUrl } from '../report.ts';

const db = createKysely(createPool(getDatabaseUrl('APP')));
await issueDueDocuments(db, (error) => {
  throw error;
});
await db.destroy();
