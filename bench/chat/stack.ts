/** The API, its providers, and users who chat. */
import { signUpByEmail } from '../../local/sign-in.ts';
import { createProfile, withServers } from '../servers.ts';

export interface Api {
  readonly url: string;
  readonly pid: number;
}

export interface Stack {
  readonly apiUrl: string;
  readonly apiPid: number;
  /** Beside the first one. */
  startAnotherApi(): Promise<Api>;
  /** The base URL in the form that the providers' SDKs take. */
  readonly openaiUrl: string;
  readonly geminiUrl: string;
  readonly people: readonly Person[];
  stop(): Promise<void>;
}

export interface Person {
  readonly headers: { readonly authorization: string };
}

const plenty = 1_000_000;

export function startStack(options: { databaseUrl: string; people: number }): Promise<Stack> {
  return withServers(options.databaseUrl, async ({ emulator, start, startSandbox }) => {
    const { openaiUrl, geminiUrl, env } = await startSandbox();
    const startApi = async (): Promise<Api> => {
      const api = await start<{ url: string }>('api', {
        ...env,
        TEST_LIMITS: JSON.stringify({
          stopGraceMs: 0,
          requestsPerMinute: plenty,
          chatRepliesPerMinute: plenty,
          chatRepliesAtOnce: plenty,
          freeRepliesPerDay: plenty,
        }),
      });
      return { url: api.ready.url, pid: api.pid };
    };
    const { url: apiUrl, pid: apiPid } = await startApi();
    const people: Person[] = [];
    while (people.length < options.people) {
      const email = `p${people.length}@people.test`;
      const { token } = await signUpByEmail(emulator.host, email, 'a-password');
      people.push({ headers: await createProfile(apiUrl, token) });
    }
    return { apiUrl, apiPid, startAnotherApi: startApi, openaiUrl, geminiUrl, people };
  });
}

/** Tokens are cached for 10 s after Firebase checked them: done before, so that it is not measured. */
export async function showTokens({ apiUrl }: Stack, people: readonly Person[]): Promise<void> {
  for (const { headers } of people) {
    const answer = await fetch(`${apiUrl}/api/wallet`, { headers });
    if (!answer.ok) throw new Error(`GET /api/wallet: ${answer.status}`);
    await answer.arrayBuffer();
  }
}
