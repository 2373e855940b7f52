// `npm run ledger -- …`: the ledger's tools, on the database of `.env` or of this clone.
import { createKysely, createPool } from '@sachet/db/connect';
import { runLedgerTool } from '@sachet/db/finance/command-line';
import { verifyAudit } from '@sachet/db/admin/verify-audit';
import { readOwnGiven } from './environment.ts';
import { findOwnDatabase, type OwnDatabase } from './own-database.ts';
import { localSecrets } from '../../dev/local/secrets.ts';
import { complain, describe } from '../../dev/local/steps.ts';
import { endStopRequests, onStopRequest } from '../../dev/local/stopping.ts';

const given = readOwnGiven();
let database: OwnDatabase | undefined;
onStopRequest(() => void database?.stop().then(() => process.exit(130)));

try {
  database = await findOwnDatabase(given);
  const code = await runLedgerTool(
    {
      connectionString: database.connectionString,
      signingSecret: given.LEDGER_SIGNING_KEY ?? localSecrets().ledgerSigningKey,
      previousPublicKeysHex: (given.LEDGER_PUBLIC_KEYS_PREVIOUS ?? '')
        .split(/[\s,]+/)
        .filter(Boolean),
      out: process.stdout,
      err: process.stderr,
    },
    process.argv.slice(2),
  );
  const isVerified = process.argv[2] === 'verify' && code < 2;
  const trailCode = isVerified ? await verifyTrail(database.connectionString) : 0;
  process.exitCode = code || trailCode;
} catch (error) {
  complain(describe(error));
  process.exitCode = 1;
} finally {
  await database?.stop();
}
endStopRequests();

/** The actions of admins are chained like the money. */
async function verifyTrail(connectionString: string): Promise<number> {
  const db = createKysely(createPool(connectionString, { max: 1, statement_timeout: 0 }));
  try {
    const { rows, faults } = await verifyAudit(db);
    for (const fault of faults) process.stdout.write(`${fault}\n`);
    const found = faults.length === 0 ? 'no fault' : `${faults.length} faults`;
    process.stdout.write(`${rows} rows of the audit trail: ${found}\n`);
    return faults.length === 0 ? 0 : 1;
  } finally {
    await db.destroy();
  }
}
