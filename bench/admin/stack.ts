/** The API with many people in its database and one super admin. */
import type { Child } from '../../local/children.ts';
import { changeAccount, refreshIdToken, signUpByEmail } from '../../local/sign-in.ts';
import { withServers, type Servers } from '../servers.ts';

export interface Stack {
  readonly api: Child<{ url: string }>;
  readonly headers: Record<string, string>;
  readonly emulator: Servers['emulator'];
  stop(): Promise<void>;
}

const email = 'auditor@bench.test';

export function startStack(databaseUrl: string): Promise<Stack> {
  return withServers(databaseUrl, async ({ emulator, start }) => {
    const api = await start<{ url: string }>('api', {
      SUPER_ADMIN_EMAILS: email,
      REQUESTS_PER_MINUTE: '1000000',
    });
    const headers = { authorization: `Bearer ${await auditorsToken(emulator)}` };
    return { api, headers, emulator };
  });
}

async function auditorsToken({ host, projectId }: Servers['emulator']): Promise<string> {
  const { uid, refreshToken } = await signUpByEmail(host, email, 'a-password-for-benchmarks');
  await changeAccount(host, projectId, uid, { emailVerified: true });
  return refreshIdToken(host, refreshToken);
}
