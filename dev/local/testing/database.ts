import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPool } from '@sachet/db/connect';
import { toFindingLine } from '@sachet/db/checks/report';
import { verifyWhole } from '@sachet/db/checks/run';
import { coordinate } from './coordinates.ts';

export interface TestDatabase {
  name: string;
  /** May create and change tables: for tests of the migrations and of tampering. */
  ownerUrl: string;
  /** The login that the product itself uses. */
  appUrl: string;
  /** Throws the findings of `npm run ledger -- verify` if the ledger of this database is inconsistent. */
  verify(): Promise<void>;
  /**
   * Verifies the ledger as `verify` does, then drops the database. Every test of the product ends with this;
   * a test that breaks the ledger on purpose passes `broken`.
   */
  drop(ledger?: 'whole' | 'broken'): Promise<void>;
}

const attempts = 50;
const isInUse = '55006';

/** A database for one test, copied from the migrated template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = coordinate('TEST_DATABASE_OWNER_URL');
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  await copyTemplate(name);
  // A copy has the template's tables and their grants, but not the grants of db/migrate.ts on the database
  // itself: the queue creates its schema there.
  await run(`grant create on database ${name} to sachet_app`);
  const ownerUrl = withDatabase(template, name);
  return {
    name,
    ownerUrl,
    appUrl: withDatabase(coordinate('TEST_DATABASE_APP_URL'), name),
    verify: () => expectWholeLedger(ownerUrl),
    async drop(ledger = 'whole') {
      try {
        if (ledger === 'whole') await expectWholeLedger(ownerUrl);
      } finally {
        // Ends the connections that are still open, which have five seconds to end.
        await runOnceFree(`drop database if exists ${name} with (force)`);
      }
    },
  };
}

/** Throws the findings of `npm run ledger -- verify`. */
export async function expectWholeLedger(connectionString: string): Promise<void> {
  const { findings } = await verifyWhole({ connectionString });
  if (findings.length === 0) return;
  throw new Error(`The ledger is not whole:\n${findings.map(toFindingLine).join('\n')}`);
}

/** Postgres copies a database only while it has no connections. */
async function copyTemplate(name: string): Promise<void> {
  // With fsync off the two checkpoints of file_copy cost less than sending every page through the WAL: 19 ms
  // against 37 ms.
  await runOnceFree(`create database ${name} template sachet_template strategy file_copy`);
}

async function runOnceFree(statement: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run(statement);
    } catch (error) {
      if ((error as { code?: string }).code !== isInUse || attempt === attempts) throw error;
      await sleep(20 * attempt);
    }
  }
}

let cluster: ReturnType<typeof createPool> | undefined;

/**
 * Uses connections that all files of this process share, because each connection costs a server process and
 * its first reading of the catalog.
 */
async function run(statement: string): Promise<void> {
  cluster ??= createPool(withDatabase(coordinate('TEST_DATABASE_OWNER_URL'), 'postgres'), {
    max: 2,
    // Idle connections do not keep the process from ending.
    allowExitOnIdle: true,
    idleTimeoutMillis: 60_000,
  });
  await cluster.query(statement);
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
