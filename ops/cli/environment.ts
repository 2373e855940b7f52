import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { readFileVariables } from '@sachet/shared/configuration/file-variables';
import { type Provider, providerEntries, providers, toStandInUrl } from '@sachet/shared/providers';
import { formatProblems } from '@sachet/shared/configuration/setup-problem';
import { root } from '../../dev/local/places.ts';
import { complain, describe, Plain } from '../../dev/local/steps.ts';

type Given = Record<string, string | undefined>;

export type StandIn =
  'postgres' | 'firebase' | 'razorpay' | 'mail' | (typeof providerEntries)[Provider]['api'];

/**
 * The external services that are real, because the user gave keys for them, and those with a stand-in.
 */
export interface Plan {
  standIns: StandIn[];
  given: Given;
}

/**
 * The shell's variables, and `.env` for those that the shell does not set, with the content of the files that
 * they name (`NAME_FILE`). An empty value counts as unset.
 */
export function readGiven(shell: Given, envFile: string): Given {
  const file: Given = existsSync(envFile) ? parseEnv(readFileSync(envFile, 'utf8')) : {};
  const { variables, problems } = readFileVariables(mergeGiven(shell, file), readText);
  if (problems.length > 0) throw new Plain(formatProblems(problems));
  return variables;
}

/** The variables of a tool. Ends the process with a sentence if a file that one names cannot be read. */
export function readOwnGiven(): Given {
  try {
    return readGiven(process.env, join(root, '.env'));
  } catch (error) {
    complain(describe(error));
    process.exit(1);
  }
}

/** The bucket's SDK reads its variables from the process. */
export function shareAwsVariables(given: Given): void {
  for (const [name, value] of Object.entries(given)) {
    if (name.startsWith('AWS_') && value !== undefined) process.env[name] = value;
  }
}

export const readText = (path: string): string => readFileSync(path, 'utf8');

export function mergeGiven(shell: Given, file: Given): Given {
  const merged: Given = { ...shell };
  for (const [name, value] of Object.entries(file)) {
    if (!merged[name]?.trim()) merged[name] = value;
  }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value?.trim()));
}

/**
 * Each real key replaces only its own stand-in. An incomplete set is reported by name, never completed by
 * guessing.
 */
export function makePlan(given: Given): Plan {
  const standIns: StandIn[] = [];
  if (!complete(given, ['DATABASE_URL', 'DATABASE_OWNER_URL'])) standIns.push('postgres');
  if (!complete(given, ['FIREBASE_PROJECT_ID', 'FIREBASE_API_KEY'])) standIns.push('firebase');
  standIns.push(...findProviderStandIns(given));
  if (!complete(given, razorpayNames)) standIns.push('razorpay');
  if (!complete(given, ['SMTP_URL', 'MAIL_FROM'])) standIns.push('mail');
  if (
    given.QUEUE_URL &&
    !/^(postgres|postgresql|rediss?(\+sentinel)?):\/\//.test(given.QUEUE_URL)
  ) {
    throw new Plain('QUEUE_URL must begin with postgres://, redis:// or redis+sentinel://.');
  }
  return { standIns, given };
}

/** Keys of the stand-ins begin so. With such a key, an optional provider is its stand-in. */
const sandboxKey = 'sandbox-';

/** The providers that have a stand-in, by the names of their APIs. */
export const findProviderStandIns = (given: Given): StandIn[] =>
  providers
    .filter((provider) => needsStandIn(given, provider))
    .map((provider) => providerEntries[provider].api);

function needsStandIn(given: Given, provider: Provider): boolean {
  const { speaks, isOptional, variables } = providerEntries[provider];
  const key = given[variables.key];
  if (isOptional) return key?.startsWith(sandboxKey) ?? false;
  // A local server with OpenAI's API may need no key.
  return !key && !(speaks === 'openai' && given[variables.url]);
}

/** The addresses of the providers' stand-ins in the plan, which those of both wire formats serve. */
export function toStandInUrls(
  { standIns }: Pick<Plan, 'standIns'>,
  urls: Parameters<typeof toStandInUrl>[1],
): StandInAddresses['providerUrls'] {
  const needed = providers.filter((provider) => standIns.includes(providerEntries[provider].api));
  return Object.fromEntries(needed.map((provider) => [provider, toStandInUrl(provider, urls)]));
}

const razorpayNames = ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'];

function complete(given: Given, names: string[]): boolean {
  const missing = names.filter((name) => !given[name]);
  if (missing.length === 0) return true;
  if (missing.length === names.length) return false;
  const present = names.filter((name) => given[name]);
  throw new Plain(
    `${present.join(', ')} is set, but ${missing.join(', ')} is not. ` +
      'Set all of them to use the real service, or none of them to use the local stand-in.',
  );
}

/** The keys that the stand-in accepts. */
export const sandboxRazorpayKeys = {
  RAZORPAY_KEY_ID: 'rzp_test_sandbox',
  RAZORPAY_KEY_SECRET: 'sandbox-razorpay-secret',
  RAZORPAY_WEBHOOK_SECRET: 'sandbox-razorpay-webhook-secret',
};

export interface StandInAddresses {
  database?: { appUrl: string };
  firebase?: { host: string; projectId: string };
  providerUrls?: Partial<Record<Provider, string>>;
  razorpayUrl?: string;
  smtpUrl?: string;
  inboxUrl?: string;
}

/** The whole environment of API and worker: the given settings, and stand-ins for the rest. */
export function childEnvironment(
  plan: Plan,
  at: StandInAddresses,
  more: Record<string, string>,
): Record<string, string | undefined> {
  const filled: Given = { ...plan.given };
  if (at.database) filled.DATABASE_URL = at.database.appUrl;
  // The servers never get the owner's login, which could change the ledger's past.
  delete filled.DATABASE_OWNER_URL;
  filled.QUEUE_URL ??= filled.DATABASE_URL;
  if (at.firebase) {
    filled.FIREBASE_PROJECT_ID = at.firebase.projectId;
    filled.FIREBASE_API_KEY = 'demo-key';
    filled.FIREBASE_AUTH_EMULATOR_HOST = at.firebase.host;
  } else {
    delete filled.FIREBASE_AUTH_EMULATOR_HOST;
  }
  for (const provider of providers) {
    const { api, isOptional, variables } = providerEntries[provider];
    const url = at.providerUrls?.[provider];
    if (url) filled[variables.url] = url;
    if (url || !isOptional) filled[variables.key] ??= `${sandboxKey}${api}-key`;
  }
  if (at.razorpayUrl) {
    filled.RAZORPAY_BASE_URL = at.razorpayUrl;
    Object.assign(filled, sandboxRazorpayKeys);
  }
  if (at.smtpUrl) {
    filled.SMTP_URL = at.smtpUrl;
    filled.MAIL_FROM = 'Sachet <no-reply@sachet.test>';
  }
  if (at.inboxUrl) filled.SANDBOX_INBOX_URL = at.inboxUrl;
  filled.STAND_INS = Object.entries({
    ...Object.fromEntries(
      providers.map((provider) => [providerEntries[provider].api, at.providerUrls?.[provider]]),
    ),
    razorpay: at.razorpayUrl,
    firebase: at.firebase,
    mail: at.smtpUrl,
  })
    .filter(([, address]) => address)
    .map(([name]) => name)
    .join(',');
  return { ...filled, ...more };
}

/** Obviously fictional facts, used if none are given. */
export function demoCompany(given: Given): Record<string, string> {
  if (given.COMPANY?.trim()) return {};
  const company = {
    name: 'Sachet (demo)',
    registrationId: 'U00000XX0000XXX000000',
    taxId: '00XXXXX0000X0X0',
    city: 'Bengaluru',
    state: 'Karnataka',
    supportEmail: 'help@sachet.test',
  };
  return { COMPANY: JSON.stringify(company) };
}
