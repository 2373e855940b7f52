import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { localFolder } from '../../dev/local/places.ts';
import { runningPostgres, startPostgres } from '../../dev/local/postgres.ts';
import { Plain } from '../../dev/local/steps.ts';

export interface OwnDatabase {
  connectionString: string;
  stop(): Promise<void>;
}

/**
 * Opens a database with the owner's login: the user's own, that of a running studio, or this clone's, which
 * is started temporarily.
 */
export async function findOwnDatabase(
  given: Record<string, string | undefined>,
  folder = join(localFolder, 'postgres'),
): Promise<OwnDatabase> {
  const connectionString = given.DATABASE_OWNER_URL ?? given.DATABASE_URL;
  if (connectionString) return { connectionString, stop: async () => {} };
  if (!existsSync(folder)) {
    throw new Plain('No database found. Run `npm start` first, or set DATABASE_OWNER_URL.');
  }
  const running = await runningPostgres(folder);
  if (running) return { connectionString: running.ownerUrl('sachet'), stop: async () => {} };
  const started = await startPostgres({ folder });
  return { connectionString: started.ownerUrl('sachet'), stop: started.stop };
}
