// `npm run admin -- …`: who is super admin, on the database of `.env` or of this clone.
import { join } from 'node:path';
import { createKysely, createPool } from '@sachet/db/connect';
import {
  grantSuperAdmin,
  listSuperAdmins,
  revokeSuperAdmin,
  type GrantOutcome,
} from '@sachet/db/admin/super-admins';
import { readGiven } from './environment.ts';
import { findOwnDatabase, type OwnDatabase } from './own-database.ts';
import { root } from './places.ts';
import { complain, describe, Plain, say } from './steps.ts';
import { onStopRequest } from './stopping.ts';

const usage = 'usage: npm run admin -- grant EMAIL | revoke EMAIL | list';
const undefinedTable = '42P01';
const given = readGiven(process.env, join(root, '.env'));
let database: OwnDatabase | undefined;
onStopRequest(() => void database?.stop().then(() => process.exit(130)));

try {
  const [command = '', email = '', ...rest] = process.argv.slice(2);
  const takesEmail = command === 'grant' || command === 'revoke';
  if (rest.length > 0 || (email !== '') !== takesEmail) throw new Plain(usage);
  if (!takesEmail && command !== 'list') throw new Plain(usage);
  database = await findOwnDatabase(given);
  await run(command, email.trim().toLowerCase());
} catch (error) {
  const isOlder = (error as { code?: string } | null)?.code === undefinedTable;
  complain(
    isOlder ? 'This database is older than this code: run `npm start` first.' : describe(error),
  );
  process.exitCode = 1;
} finally {
  await database?.stop();
  // The channel's end, below, is no request to stop any more.
  database = undefined;
}
// Signal handlers and the channel to npm would keep a finished tool alive.
process.disconnect?.();

async function run(command: 'grant' | 'revoke' | 'list', email: string): Promise<void> {
  const db = createKysely(createPool(database!.connectionString, { max: 1 }));
  try {
    if (command === 'grant') {
      const outcome = await grantSuperAdmin(db, email);
      const message = toMessage(outcome, email);
      if (outcome !== 'granted' && outcome !== 'granted_before') throw new Plain(message);
      say(message);
    } else if (command === 'revoke') {
      if (!(await revokeSuperAdmin(db, email))) throw new Plain(`${email} was not granted it.`);
      say(`${email} is no longer super admin by grant.`);
      if (listed().includes(email)) say('SUPER_ADMIN_EMAILS still names this address.');
    } else {
      const granted = await listSuperAdmins(db);
      for (const { email, uid, grantedAt } of granted) {
        say(`${email ?? uid}  granted ${grantedAt.toISOString()}`);
      }
      for (const each of listed()) say(`${each}  by SUPER_ADMIN_EMAILS`);
      if (granted.length + listed().length === 0) say('Nobody is super admin.');
    }
  } finally {
    await db.destroy();
  }
}

function toMessage(outcome: GrantOutcome, email: string): string {
  switch (outcome) {
    case 'granted':
      return `${email} is super admin.`;
    case 'granted_before':
      return `${email} was super admin already.`;
    case 'nobody':
      return `Nobody has signed up as ${email} yet.`;
    case 'unverified':
      return `${email} has signed up, but has not verified the address: it may be anybody.`;
    case 'ambiguous':
      return `Several accounts have the address ${email}.`;
    default:
      return outcome satisfies never;
  }
}

function listed(): string[] {
  const emails = given.SUPER_ADMIN_EMAILS ?? '';
  return emails.split(',').flatMap((each) => each.trim().toLowerCase() || []);
}
