/** The API, its providers, and users who chat. */
import { signUpByEmail } from '../../local/sign-in.ts';
import { createProfile, withServers } from '../servers.ts';

export interface Stack {
  readonly apiUrl: string;
  /** The base URL in the form that the providers' SDKs take. */
  readonly openaiUrl: string;
  readonly geminiUrl: string;
  readonly people: readonly Person[];
  stop(): Promise<void>;
}

export interface Person {
  readonly headers: { readonly authorization: string };
}

export function startStack(options: { databaseUrl: string; people: number }): Promise<Stack> {
  return withServers(options.databaseUrl, async ({ emulator, start, startSandbox }) => {
    const { openaiUrl, geminiUrl, env } = await startSandbox();
    const api = await start<{ url: string }>('api', env);
    const apiUrl = api.ready.url;
    const people: Person[] = [];
    while (people.length < options.people) {
      const email = `p${people.length}@people.test`;
      const { token } = await signUpByEmail(emulator.host, email, 'a-password');
      people.push({ headers: await createProfile(apiUrl, token) });
    }
    return { apiUrl, openaiUrl, geminiUrl, people };
  });
}

/** Fills the API's cache of verified tokens (10 s), so that Firebase's check is not measured. */
export async function showTokens({ apiUrl }: Stack, people: readonly Person[]): Promise<void> {
  for (const { headers } of people) {
    const answer = await fetch(`${apiUrl}/api/wallet`, { headers });
    if (!answer.ok) throw new Error(`GET /api/wallet: ${answer.status}`);
    await answer.arrayBuffer();
  }
}
