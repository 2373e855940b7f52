// `npm run admin -- …`: lists, grants and revokes super admins and other roles, on the database of `.env` or
// of this clone.
import { parseArgs } from 'node:util';
import { createKysely, createPool } from '@sachet/db/connect';
import {
  findVerifiedEmails,
  grantableRoles,
  grantRole,
  listRoleHolders,
  revokeRole,
  type GrantableRole,
  type GrantOutcome,
} from '@sachet/db/admin/roles';
import { readOwnGiven } from './environment.ts';
import { findOwnDatabase, type OwnDatabase } from './own-database.ts';
import { complain, describe, Plain, say } from '../../dev/local/steps.ts';
import { endStopRequests, onStopRequest } from '../../dev/local/stopping.ts';
import { listSuperAdmins, type ListedSuperAdmins } from './super-admins.ts';

const usage = `usage: npm run admin -- grant EMAIL | revoke EMAIL | list
  grant and revoke take --role ${grantableRoles.join(' or ')}; super-admin unless told`;
const given = readOwnGiven();
let database: OwnDatabase | undefined;
onStopRequest(() => void database?.stop().then(() => process.exit(130)));

try {
  const { command, grant } = parseArguments();
  database = await findOwnDatabase(given);
  if (command === 'list') await withDatabase(list);
  else await withDatabase((db) => change(db, command, grant));
} catch (error) {
  complain(describe(error));
  process.exitCode = 1;
} finally {
  await database?.stop();
}
endStopRequests();

interface Grant {
  readonly email: string;
  readonly role: GrantableRole;
}

function parseArguments():
  { command: 'grant' | 'revoke'; grant: Grant } | { command: 'list'; grant?: undefined } {
  const { values, positionals } = parsedOrUsage();
  const [command, email = '', ...rest] = positionals;
  const role = grantableRoles.find((each) => each === (values.role ?? 'super-admin'));
  if (rest.length > 0 || !role) throw new Plain(usage);
  if (command === 'list' && email === '' && values.role === undefined) return { command };
  if ((command !== 'grant' && command !== 'revoke') || email === '') throw new Plain(usage);
  return { command, grant: { email: email.trim().toLowerCase(), role } };
}

function parsedOrUsage() {
  try {
    return parseArgs({ options: { role: { type: 'string' } }, allowPositionals: true });
  } catch {
    throw new Plain(usage);
  }
}

type Db = ReturnType<typeof createKysely>;

async function withDatabase(work: (db: Db) => Promise<void>): Promise<void> {
  const db = createKysely(createPool(database!.connectionString, { max: 1 }));
  try {
    await work(db);
  } finally {
    await db.destroy();
  }
}

function toWords(role: GrantableRole): string {
  return role === 'finance' ? 'finance' : 'super admin';
}

async function change(db: Db, command: 'grant' | 'revoke', grant: Grant): Promise<void> {
  const { email, role } = grant;
  if (command === 'grant') {
    const outcome = await grantRole(db, grant);
    const message = toMessage(outcome, grant);
    if (outcome !== 'granted' && outcome !== 'granted_before') throw new Plain(message);
    say(message);
    return;
  }
  if (!(await revokeRole(db, grant))) throw new Plain(`${email} does not have this role by grant.`);
  say(`${email} is no longer ${toWords(role)} by grant.`);
  if (role === 'super-admin' && listed().emails.includes(email)) {
    say('SUPER_ADMIN_EMAILS still names this address.');
  }
}

async function list(db: Db): Promise<void> {
  for (const role of grantableRoles) {
    const { emails, isDemo } = role === 'super-admin' ? listed() : { emails: [], isDemo: false };
    const verified = await findVerifiedEmails(db, emails);
    const granted = await listRoleHolders(db, role);
    for (const { email, uid, grantedAt } of granted) {
      say(`${email ?? uid}  ${toWords(role)}, granted ${grantedAt.toISOString()}`);
    }
    for (const email of emails) {
      const source = isDemo ? 'SUPER_ADMIN_EMAILS of the demo' : 'SUPER_ADMIN_EMAILS';
      const condition = verified.has(email) ? '' : ', once the address is verified';
      say(`${email}  ${toWords(role)} by ${source}${condition}`);
    }
    if (granted.length + emails.length === 0) say(`No user is ${toWords(role)}.`);
  }
}

function toMessage(outcome: GrantOutcome, { email, role }: Grant): string {
  switch (outcome) {
    case 'granted':
      return `${email} is ${toWords(role)}.`;
    case 'granted_before':
      return `${email} was ${toWords(role)} already.`;
    case 'nobody':
      return `No user has signed up as ${email} yet.`;
    case 'unverified':
      return `${email} has signed up, but has not verified the address: it may be another person’s.`;
    case 'ambiguous':
      return `Several accounts have the address ${email}.`;
    default:
      return outcome satisfies never;
  }
}

/** It is certain only for this clone's own database that the demo's stand-in signs people in. */
function listed(): ListedSuperAdmins {
  const isElsewhere = given.DATABASE_OWNER_URL ?? given.DATABASE_URL ?? given.FIREBASE_PROJECT_ID;
  return listSuperAdmins(given, { hasSignInStandIn: isElsewhere === undefined });
}
