/**
 * Finds faults that the schema of a single variable cannot find, such as contradictions between variables.
 * Pure: the variables are passed in, and no message contains a value.
 */
import { findClosestName } from './closest-name.ts';
import { composeVariables, serverVariables } from './environment-variables.ts';
import { fileVariableNames } from './file-variables.ts';
import { parseSentinelUrl } from './queue-url.ts';
import type { SetupProblem } from './setup-problem.ts';

type Given = Readonly<Record<string, string | undefined>>;

export function checkConfiguration(
  given: Given,
  { isProduction }: { isProduction: boolean },
): SetupProblem[] {
  const always = [...checkLogins(given), ...checkNames(given, { isProduction })];
  if (!isProduction) return always;
  return [
    ...always,
    ...checkSecrets(given),
    ...checkRazorpayKey(given),
    ...checkPublicUrl(given),
    ...checkServiceAccount(given),
  ];
}

const logins = [
  'DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'DATABASE_OWNER_URL',
  'QUEUE_URL',
  'SMTP_URL',
];

/**
 * Finds passwords with a character that must be escaped in a URL: the rest of the password would be read as a
 * host name.
 */
export function checkLogins(given: Given): SetupProblem[] {
  return logins.flatMap((name) => {
    const url = given[name];
    if (url === undefined || hasReadableLogin(url)) return [];
    return {
      level: 'error',
      problem: `${name}: its password has a character that a URL cannot contain`,
      remedy:
        'Percent-encode the password: @ is %40, / is %2F, # is %23, ? is %3F and % is %25. ' +
        'In Compose, use letters and digits for DATABASE_APP_PASSWORD and DATABASE_OWNER_PASSWORD.',
    };
  });
}

/** Whether a URL with a login is parsed as intended. `postgres://app@/name` names a local socket. */
export function hasReadableLogin(url: string): boolean {
  if (url.includes('+sentinel:')) return parseSentinelUrl(url) !== undefined;
  try {
    const { pathname, search, hash } = new URL(url.replace('@/', '@socket/'));
    return !`${pathname}${search}${hash}`.includes('@');
  } catch {
    return false;
  }
}

/** Variables that no operator sets, or that only Compose reads. */
const otherNames = [...composeVariables, 'PUBLISHED_PORT', 'SITE_ADDRESS'];
const knownNames = [...Object.keys(serverVariables), ...otherNames, ...fileVariableNames];

/** Other programs have variables with these prefixes too. */
const sharedPrefixes = ['LOG', 'NODE', 'OTEL', 'PROMPT'];
const ourPrefixes = new Set(
  Object.entries(serverVariables)
    .filter(([name, schema]) => name.includes('_') && schema.meta()?.['group'] !== undefined)
    .map(([name]) => name.split('_')[0]!)
    .filter((prefix) => !sharedPrefixes.includes(prefix)),
);

/** Shorter names are too similar to those of other programs. */
const shortestGuess = 8;

/** Unknown names are reported, because a misspelt limit or key would silently leave the default in effect. */
function checkNames(given: Given, { isProduction }: { isProduction: boolean }): SetupProblem[] {
  return Object.keys(given).flatMap((name): SetupProblem[] => {
    // The stand-ins and the tests have their own variables.
    if (knownNames.includes(name) || /SANDBOX|^TEST_/.test(name)) return [];
    const closest = name.length < shortestGuess ? undefined : findClosestName(name, knownNames);
    if (closest === undefined && !ourPrefixes.has(name.split('_')[0]!)) return [];
    return [
      {
        level: closest !== undefined && isProduction ? 'error' : 'warning',
        problem: `${name}: is not a variable of Sachet`,
        remedy: closest
          ? `Did you mean ${closest}? Rename or remove it.`
          : 'Remove it, or see docs/configuration.md for the names.',
      },
    ];
  });
}

/** Secrets that the operator generates. Razorpay generates RAZORPAY_KEY_SECRET, which is shorter. */
const ownSecrets = ['SIGNING_SECRET', 'LEDGER_SIGNING_KEY', 'RAZORPAY_WEBHOOK_SECRET'];
const secretNames = [
  ...ownSecrets,
  'RAZORPAY_KEY_SECRET',
  'SIGNING_SECRET_PREVIOUS',
  'RAZORPAY_KEY_SECRET_PREVIOUS',
  'RAZORPAY_WEBHOOK_SECRET_PREVIOUS',
];
const shortestSecret = 32;
const makeSecret = 'Make a new one for each variable: `openssl rand -hex 32`.';

function checkSecrets(given: Given): SetupProblem[] {
  const secrets = [
    ...secretNames.map((name) => ({ name, secret: given[name]?.trim() })),
    ...['DATABASE_URL', 'DATABASE_OWNER_URL'].map((name) => ({
      name,
      secret: readPassword(given[name]),
    })),
  ].flatMap(({ name, secret }) => (secret ? [{ name, secret }] : []));
  return secrets.flatMap(({ name, secret }, at): SetupProblem[] => {
    const twin = secrets.slice(0, at).find((each) => each.secret === secret);
    const what = findWeakness(name, secret) ?? (twin && `is the same secret as ${twin.name}`);
    return what ? [{ level: 'error', problem: `${name}: ${what}`, remedy: makeSecret }] : [];
  });
}

function readPassword(url: string | undefined): string | undefined {
  if (url === undefined || !hasReadableLogin(url)) return undefined;
  return new URL(url.replace('@/', '@socket/')).password || undefined;
}

function findWeakness(name: string, secret: string): string | undefined {
  if (ownSecrets.includes(name) && secret.length < shortestSecret) {
    return `must have at least ${shortestSecret} random characters`;
  }
  return isTrivial(secret) ? 'is a secret that anyone can guess' : undefined;
}

const placeholder = /change.?me|place.?holder|^(my|your|a)?[-_ ]?(secret|password)\d*$|your[-_ ]/i;

function isTrivial(secret: string): boolean {
  return placeholder.test(secret) || isRepetition(secret);
}

/** Whether the text repeats its beginning, such as `aaaa` or `secretsecret`. */
function isRepetition(text: string): boolean {
  const longest = Math.floor(text.length / 2);
  const lengths = Array.from({ length: longest }, (_, at) => at + 1);
  return lengths.some((length) => text.slice(length) === text.slice(0, -length));
}

function checkRazorpayKey({ RAZORPAY_KEY_ID: id }: Given): SetupProblem[] {
  if (!id?.trim().startsWith('rzp_test_')) return [];
  return [
    {
      level: 'error',
      problem: 'RAZORPAY_KEY_ID: is a test key, which takes no real money',
      remedy: 'Set the live key, rzp_live_…, with its secret and the secret of its webhook.',
    },
  ];
}

function checkPublicUrl({ PUBLIC_URL: publicUrl, SITE_ADDRESS: served }: Given): SetupProblem[] {
  const address = publicUrl?.trim() ?? '';
  if (/^http:/i.test(address)) {
    return [
      {
        level: 'error',
        problem: 'PUBLIC_URL: begins with http://, so sign-ins and payments are not encrypted',
        remedy: 'Set an https:// address; docker-compose.tls.yml gets its certificate.',
      },
    ];
  }
  if (!address || !served || isServedAt(address, served)) return [];
  return [
    {
      level: 'error',
      problem: 'PUBLIC_URL: is not the address that Caddy serves',
      remedy:
        'Set PUBLIC_URL to https:// and the domain, without a path, and leave the address in ' +
        'docker-compose.tls.yml as it is: it takes PUBLIC_URL.',
    },
  ];
}

/** `siteAddress` as in the Caddyfile: `https://domain` or `domain`, several separated by commas. */
function isServedAt(publicUrl: string, siteAddress: string): boolean {
  const addresses = siteAddress.split(/[\s,]+/).filter(Boolean);
  const asUrls = addresses.map((each) => (each.includes('://') ? each : `https://${each}`));
  try {
    const { origin } = new URL(publicUrl);
    return asUrls.map((each) => new URL(each)).some((each) => each.href === `${origin}/`);
  } catch {
    return false;
  }
}

function checkServiceAccount(given: Given): SetupProblem[] {
  const { FIREBASE_PROJECT_ID: project, FIREBASE_SERVICE_ACCOUNT: account } = given;
  const owner = readProject(account);
  if (!project?.trim() || !owner || owner === project.trim()) return [];
  return [
    {
      level: 'warning',
      problem: 'FIREBASE_PROJECT_ID: is not the project of FIREBASE_SERVICE_ACCOUNT',
      remedy:
        'Set the project of that account, unless you gave the account access to this project.',
    },
  ];
}

function readProject(account: string | undefined): string | undefined {
  try {
    const { project_id: project } = JSON.parse(account ?? '') as { project_id?: unknown };
    return typeof project === 'string' ? project : undefined;
  } catch {
    return undefined;
  }
}
