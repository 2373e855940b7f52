/** Checks whether the API has an account with which it can verify sign-ins. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { SetupProblem } from '@sachet/shared/configuration/setup-problem';

/** The places where Firebase's SDK looks for default credentials. */
const cliCredentials = join(homedir(), '.config/gcloud/application_default_credentials.json');
const metadataServer = 'http://metadata.google.internal/computeMetadata/v1/';

type Variables = Readonly<Record<string, string | undefined>>;

/** `timeoutMs` is for the metadata server, which exists only on machines of Google Cloud. */
export async function checkFirebaseAccount(
  variables: Variables,
  timeoutMs: number,
): Promise<SetupProblem[]> {
  const { FIREBASE_SERVICE_ACCOUNT: account, GOOGLE_APPLICATION_CREDENTIALS: file } = variables;
  if (account?.trim()) return [];
  const hasAccount = file?.trim()
    ? existsSync(file.trim())
    : existsSync(cliCredentials) || (await isInGoogleCloud(timeoutMs));
  if (hasAccount) return [];
  return [
    {
      level: 'error',
      problem: 'FIREBASE_SERVICE_ACCOUNT: missing, so no one could sign in',
      remedy:
        'Make a key in the Firebase console (Project settings, Service accounts) and set its JSON in one line.',
    },
  ];
}

async function isInGoogleCloud(timeoutMs: number): Promise<boolean> {
  try {
    const answer = await fetch(metadataServer, {
      headers: { 'Metadata-Flavor': 'Google' },
      signal: AbortSignal.timeout(timeoutMs),
    });
    return answer.headers.get('metadata-flavor') === 'Google';
  } catch {
    return false;
  }
}
