/** The environment of the servers in docker-compose's demo profile, where the stand-ins run beside them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { providerEntries, providers } from '@sachet/shared/providers';
import { listSuperAdmins } from './super-admins.ts';
import {
  childEnvironment,
  demoCompany,
  findProviderStandIns,
  toStandInUrls,
} from './environment.ts';

type Given = Record<string, string | undefined>;

/** The names and ports of the services in docker-compose.yml. */
const emulatorHost = 'emulator:9099';
const sandbox = 'http://sandbox';
export const demoProject = 'demo-sachet';

/** A user who sets one of these variables intends a real installation. */
const keyNames = /^(RAZORPAY|FIREBASE|SMTP)_\w+$|^(SIGNING_SECRET|LEDGER_SIGNING_KEY)\w*$/;
/** The key of an optional provider says nothing: the demo may have its stand-in. */
const providerNames: string[] = providers.flatMap((provider) => {
  const { isOptional, variables } = providerEntries[provider];
  return isOptional ? [] : [variables.key, variables.url];
});

/** The names of the given keys, never their values. */
export function findKeys(given: Given): string[] {
  return Object.keys(given).filter(
    (name) => (keyNames.test(name) || providerNames.includes(name)) && given[name]?.trim(),
  );
}

const foundWithinMs = 3_000;
const readyWithinMs = 180_000;

/**
 * Whether the demo profile's emulator answers. If `patient`, waits for it, because it may have been started
 * at the same moment.
 */
export async function checkForDemo({ patient }: { patient: boolean }): Promise<boolean> {
  const began = Date.now();
  for (;;) {
    const seen = await askEmulator();
    if (seen === 'ready') return true;
    const waitedMs = Date.now() - began;
    if (!patient || waitedMs > (seen === 'starting' ? readyWithinMs : foundWithinMs)) return false;
    await sleep(500);
  }
}

async function askEmulator(): Promise<'ready' | 'starting' | 'nobody'> {
  try {
    const answer = await fetch(`http://${emulatorHost}/`, { signal: AbortSignal.timeout(2_000) });
    const { authEmulator } = (await answer.json()) as { authEmulator?: { ready?: boolean } };
    return authEmulator?.ready ? 'ready' : 'nobody';
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as { code?: string };
    return code === 'ENOTFOUND' || code === 'EAI_AGAIN' ? 'nobody' : 'starting';
  }
}

/** The demo's secrets are public: every visitor may do anything in the demo. */
export function demoEnvironment(given: Given): Record<string, string | undefined> {
  const publicHost = given.STAND_INS_HOST?.trim() || '127.0.0.1';
  const at = {
    firebase: { host: emulatorHost, projectId: demoProject },
    providerUrls: toStandInUrls(
      { standIns: findProviderStandIns(given) },
      { openai: `${sandbox}:4001/v1`, gemini: `${sandbox}:4002` },
    ),
    razorpayUrl: `${sandbox}:4003`,
    smtpUrl: 'smtp://sandbox:4025',
    inboxUrl: `http://${publicHost}:4004`,
  };
  return childEnvironment({ standIns: [], given }, at, {
    NODE_ENV: 'development',
    STAND_INS_HOST: publicHost,
    PUBLIC_URL: given.PUBLIC_URL?.trim() || `http://${publicHost}:${given.PUBLISHED_PORT ?? 3000}`,
    SIGNING_SECRET: 'a-signing-secret-of-the-demo',
    LEDGER_SIGNING_KEY: 'a-signing-key-of-the-demo',
    SUPER_ADMIN_EMAILS: listSuperAdmins(given, { hasSignInStandIn: true }).emails.join(','),
    ...demoCompany(given),
  });
}
