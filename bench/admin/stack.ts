/** The API with many people in its database and one super admin. */
import type { Child } from '../../local/children.ts';
import { changeAccount, refreshIdToken, signUpByEmail } from '../../local/sign-in.ts';
import { withServers, type Servers } from '../servers.ts';

export interface Stack {
  readonly api: Child<{ url: string }>;
  /** Headers of a super admin, whose token lasts an hour: seeding may take longer. */
  authorize(): Promise<Record<string, string>>;
  readonly emulator: Servers['emulator'];
  stop(): Promise<void>;
}

const email = 'auditor@bench.test';

export function startStack(databaseUrl: string): Promise<Stack> {
  return withServers(databaseUrl, async ({ emulator, start }) => {
    const api = await start<{ url: string }>('api', {
      SUPER_ADMIN_EMAILS: email,
      TEST_LIMITS: JSON.stringify({
        stopGraceMs: 0,
        requestsPerMinute: 1_000_000,
        adminRequestsPerMinute: 1_000_000,
      }),
    });
    const refreshToken = await signUpAuditor(emulator);
    const authorize = async () => ({
      authorization: `Bearer ${await refreshIdToken(emulator.host, refreshToken)}`,
    });
    return { api, authorize, emulator };
  });
}

/** Its refresh token. */
async function signUpAuditor({ host, projectId }: Servers['emulator']): Promise<string> {
  const { uid, refreshToken } = await signUpByEmail(host, email, 'a-password-for-benchmarks');
  await changeAccount(host, projectId, uid, { emailVerified: true });
  return refreshToken;
}
