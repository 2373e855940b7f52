// `npm run ledger -- …`: the ledger's tools, on the database of `.env` or of this clone.
import { runLedgerTool } from '@sachet/db/finance/command-line';
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
  process.exitCode = await runLedgerTool(
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
} catch (error) {
  complain(describe(error));
  process.exitCode = 1;
} finally {
  await database?.stop();
}
endStopRequests();
