// `npm run ledger -- …`: the ledger's tools, on the database of `.env` or of this clone.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runLedgerTool } from '@sachet/db/ledger/command-line';
import { readGiven } from './environment.ts';
import { localFolder, root } from './places.ts';
import { runningPostgres, startPostgres } from './postgres.ts';
import { localSecrets } from './secrets.ts';
import { complain, describe, Plain } from './steps.ts';
import { onStopRequest } from './stopping.ts';

interface LedgerDatabase {
  connectionString: string;
  stop(): Promise<void>;
}

const given = readGiven(process.env, join(root, '.env'));
let database: LedgerDatabase | undefined;
onStopRequest(() => void database?.stop().then(() => process.exit(130)));

try {
  database = await findDatabase();
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
}
// Signal handlers and the channel to npm would keep a finished tool alive.
process.disconnect?.();

/** A database of the user's own, the one of a studio that runs, or this clone's, started for the moment. */
async function findDatabase(): Promise<LedgerDatabase> {
  const connectionString = given.DATABASE_OWNER_URL ?? given.DATABASE_URL;
  if (connectionString) return { connectionString, stop: async () => {} };
  const folder = join(localFolder, 'postgres');
  if (!existsSync(folder)) {
    throw new Plain(
      'There is no ledger here yet: run `npm start` first, or set DATABASE_OWNER_URL.',
    );
  }
  const running = await runningPostgres(folder);
  if (running) return { connectionString: running.ownerUrl('sachet'), stop: async () => {} };
  const started = await startPostgres({ folder });
  return { connectionString: started.ownerUrl('sachet'), stop: started.stop };
}
