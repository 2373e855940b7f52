// `npm run doctor`: reports the problems of the installation of `.env`, or of this clone, with their
// remedies.
import { join } from 'node:path';
import { checkInstallation } from '@sachet/db/check-installation';
import { readSigningKey } from '@sachet/db/ledger/signing-key';
import { checkServices } from '@sachet/flows/setup/check-setup';
import { checkGateway } from '@sachet/adapters/payments/check-gateway';
import { hasReadableLogin } from '@sachet/shared/configuration/check-configuration';
import {
  parseApiEnvironment,
  parseMigrationEnvironment,
  parseWorkerEnvironment,
} from '@sachet/shared/configuration/environment';
import { formatProblems, type SetupProblem } from '@sachet/shared/configuration/setup-problem';
import { checkAuditor } from './check-auditor.ts';
import {
  childEnvironment,
  makePlan,
  readOwnGiven,
  shareAwsVariables,
  toStandInUrls,
} from './environment.ts';
import { findOwnDatabase, type OwnDatabase } from './own-database.ts';
import { localFolder } from '../../dev/local/places.ts';
import { localSecrets } from '../../dev/local/secrets.ts';
import { complain, describe, say } from '../../dev/local/steps.ts';
import { endStopRequests, onStopRequest } from '../../dev/local/stopping.ts';
import { checkMail } from '@sachet/adapters/mail/check-mail';

/** The timeout of each check: nothing waits for the answers. */
const timeoutMs = 10_000;

let database: OwnDatabase | undefined;
onStopRequest(() => void database?.stop().then(() => process.exit(130)));

try {
  const given = readOwnGiven();
  shareAwsVariables(given);
  const isProduction = given.NODE_ENV === 'production';
  // Compose's demo has its own stand-ins, and sets all variables.
  const isComplete = isProduction || Boolean(given.FIREBASE_AUTH_EMULATOR_HOST);
  const variables = isComplete ? given : await addStandIns(given);
  const problems = [
    ...parseApiEnvironment(variables).problems,
    ...parseWorkerEnvironment(variables).problems,
    ...(isComplete ? parseMigrationEnvironment(variables).problems : []),
    ...(await checkServices(variables, { isProduction, hasSignIn: isProduction, timeoutMs })),
    ...(isProduction ? await checkDatabases(variables) : checkMode(given)),
    ...(await checkAudit(variables)),
    ...(await checkPartners(given)),
  ];
  report(problems, isProduction ? 'production' : 'development');
} catch (error) {
  complain(describe(error));
  process.exitCode = 1;
} finally {
  await database?.stop();
}
endStopRequests();

/** Another login than the servers', and what no server looks at. */
async function checkDatabases(variables: Record<string, string | undefined>) {
  const { DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl, LEDGER_SIGNING_KEY } = variables;
  if (!appUrl || !hasReadableLogin(appUrl)) return [];
  const previous = (variables.LEDGER_PUBLIC_KEYS_PREVIOUS ?? '').split(/[\s,]+/).filter(Boolean);
  const key = LEDGER_SIGNING_KEY ? readSigningKey(LEDGER_SIGNING_KEY, previous) : undefined;
  return checkInstallation({ appUrl, ownerUrl, key }, timeoutMs);
}

/** Development accepts stand-ins, test keys and guessable secrets. */
function checkMode(given: Record<string, string | undefined>): SetupProblem[] {
  const name = ['RAZORPAY_KEY_ID', 'PUBLIC_URL'].find((each) =>
    /^(rzp_live_|https:)/i.test(given[each] ?? ''),
  );
  if (!name) return [];
  return [
    {
      level: 'warning',
      problem: `NODE_ENV: is not production, but ${name} is of an installation for customers`,
      remedy:
        'Set NODE_ENV=production on a server: development accepts stand-ins, test keys and guessable secrets.',
    },
  ];
}

async function checkAudit({ DATABASE_URL: url }: Record<string, string | undefined>) {
  return url && hasReadableLogin(url) ? checkAuditor(url, timeoutMs) : [];
}

/** Real ones only: a stand-in runs only during `npm start`. */
async function checkPartners(given: Record<string, string | undefined>) {
  const { SMTP_URL: smtpUrl, RAZORPAY_KEY_ID: keyId, RAZORPAY_BASE_URL: gatewayUrl } = given;
  const checks = await Promise.all([
    smtpUrl && hasReadableLogin(smtpUrl) ? checkMail(smtpUrl, timeoutMs) : [],
    keyId ? checkGateway(gatewayUrl, timeoutMs) : [],
  ]);
  return checks.flat();
}

/** Returns the environment in which `npm start` would run the servers. */
async function addStandIns(given: Record<string, string | undefined>) {
  const { standIns } = makePlan(given);
  if (standIns.includes('postgres')) database = await findOwnDatabase(given);
  const secrets = localSecrets();
  return childEnvironment(
    { standIns, given },
    {
      database: database && { appUrl: database.connectionString },
      firebase: standIns.includes('firebase')
        ? { host: '127.0.0.1:9099', projectId: 'demo-sachet' }
        : undefined,
      providerUrls: toStandInUrls(
        { standIns },
        { openai: 'http://127.0.0.1/v1', gemini: 'http://127.0.0.1' },
      ),
      razorpayUrl: standIns.includes('razorpay') ? 'http://127.0.0.1' : undefined,
      smtpUrl: standIns.includes('mail') ? 'smtp://127.0.0.1' : undefined,
    },
    {
      NODE_ENV: 'development',
      IMAGE_STORE: given.IMAGE_STORE ?? join(localFolder, 'images'),
      SIGNING_SECRET: given.SIGNING_SECRET ?? secrets.signing,
      LEDGER_SIGNING_KEY: given.LEDGER_SIGNING_KEY ?? secrets.ledgerSigningKey,
      PUBLIC_URL: given.PUBLIC_URL ?? 'http://127.0.0.1:3000',
    },
  );
}

function report(found: readonly SetupProblem[], mode: string): void {
  // Lists each problem once, because API, worker and migration share most variables.
  const problems = [...new Map(found.map((each) => [each.problem, each])).values()];
  const errors = problems.filter(({ level }) => level === 'error').length;
  if (problems.length > 0) say(formatProblems(problems));
  const warnings = problems.length - errors;
  say(`Checked for ${mode}: ${count(errors, 'error')}, ${count(warnings, 'warning')}.`);
  if (errors > 0) process.exitCode = 1;
}

function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? '' : 's'}`;
}
