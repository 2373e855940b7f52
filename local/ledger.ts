// `npm run ledger -- …`: the ledger's tools, on the database of `.env` or of this clone.
import { join } from 'node:path';
import { runLedgerTool } from '@sachet/db/ledger/command-line';
import { readGiven } from './environment.ts';
import { findOwnDatabase, type OwnDatabase } from './own-database.ts';
import { root } from './places.ts';
import { localSecrets } from './secrets.ts';
import { complain, describe } from './steps.ts';
import { onStopRequest } from './stopping.ts';

const given = readGiven(process.env, join(root, '.env'));
let database: OwnDatabase | undefined;
onStopRequest(() => void database?.stop().then(() => process.exit(130)));

try {
  database = await findOwnDatabase(given);
  process.exitCode = await runLedgerTool(
    {
      connectionString: database.connectionString,
      signingSecret: given.LEDGER_SIGNING_KEY ?? localSecrets().ledgerSigningKey,
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
  // The channel's end, below, is no request to stop any more.
  database = undefined;
}
// Signal handlers and the channel to npm would keep a finished tool alive.
process.disconnect?.();
