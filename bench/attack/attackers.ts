/** Attacks by free accounts; each repeats until it is told to stop. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { bombs } from '@sachet/images/testing/bombs';
import type { AttackStack, Person } from './stack.ts';

/** Answers by attack and status; `cut` where the server closed the connection. */
export type Tally = Map<string, Map<string, number>>;

export interface Attack {
  readonly apiUrl: string;
  readonly uploaders: readonly Person[];
  readonly bombers: readonly Person[];
  readonly slowSenders: readonly Person[];
  /** Small files that unpack to gigabytes. */
  readonly bombs: readonly Uint8Array[];
  readonly floodees: readonly Person[];
  readonly listeners: readonly Person[];
  readonly payers: readonly Person[];
  readonly founder: Person;
  readonly organizationId: string;
}

export async function prepareAttack(stack: AttackStack): Promise<Attack> {
  const people = (many: number) => Promise.all(Array.from({ length: many }, () => stack.person()));
  const founder = await stack.person(0, {
    accountType: 'organization',
    orgName: 'Throwaway Traders',
    firstName: 'Ana',
    lastName: 'Roy',
  });
  const answer = await fetch(`${stack.apiUrl}/api/organization`, { headers: founder.headers });
  const { id: organizationId } = (await answer.json()) as { id: string };
  return {
    apiUrl: stack.apiUrl,
    uploaders: await people(12),
    bombers: await people(4),
    slowSenders: await people(32),
    bombs: await Promise.all(bombs.map(({ make }) => make())),
    floodees: await people(3),
    listeners: await people(4),
    payers: await people(2),
    founder,
    organizationId,
  };
}

export async function attackUntil(stack: Attack, signal: AbortSignal, tally: Tally): Promise<void> {
  const { uploaders, bombers, slowSenders, floodees, listeners, payers, founder, organizationId } =
    stack;
  const count = (attack: string, status: string) => {
    const statuses = tally.get(attack) ?? new Map<string, number>();
    tally.set(attack, statuses.set(status, (statuses.get(status) ?? 0) + 1));
  };
  const loops = [
    ...uploaders.flatMap((person) =>
      times(5, () => forever('20 MB uploads', () => upload(stack, person, signal))),
    ),
    ...bombers.flatMap((person) =>
      times(2, () => forever('picture bombs', () => sendBomb(stack, person, signal))),
    ),
    ...slowSenders.map((person) =>
      forever('a byte every 3 s', () => sendSlowly(stack, person, signal)),
    ),
    ...floodees.flatMap((person) =>
      times(10, () => forever('free previews', () => preview(stack, person, signal))),
    ),
    ...listeners.flatMap((person) =>
      times(25, () => forever('event streams', () => listen(stack, person, signal))),
    ),
    ...payers.flatMap((person) =>
      times(10, () => forever('top-up orders', () => order(stack, person, signal))),
    ),
    ...times(5, () => forever('invitations', () => invite(stack, founder, organizationId, signal))),
    ...times(10, () => forever('junk tokens', () => junk(stack, signal))),
  ];
  await Promise.all(loops);

  async function forever(attack: string, once: () => Promise<Response>): Promise<void> {
    while (!signal.aborted) {
      try {
        const answer = await once();
        await answer.arrayBuffer();
        count(attack, String(answer.status));
      } catch {
        if (!signal.aborted) count(attack, 'cut');
      }
      // The attackers share this machine, and their own load must not be measured.
      await sleep(100);
    }
  }
}

const times = <T>(many: number, make: () => T): T[] => Array.from({ length: many }, make);

const json = (person: Person, body: object, signal: AbortSignal): RequestInit => ({
  method: 'POST',
  headers: { ...person.headers, 'content-type': 'application/json' },
  body: JSON.stringify(body),
  signal,
});

const picture = new Blob([randomBytes(20 * 1024 * 1024)], { type: 'image/png' });

function upload({ apiUrl }: Attack, { headers }: Person, signal: AbortSignal) {
  const body = new FormData();
  body.set('image', picture, 'picture.png');
  return fetch(`${apiUrl}/api/upload`, { method: 'POST', headers, body, signal });
}

let bombsSent = 0;
function sendBomb({ apiUrl, bombs }: Attack, { headers }: Person, signal: AbortSignal) {
  const bomb = bombs[(bombsSent += 1) % bombs.length]!;
  const body = new FormData();
  body.set('image', new Blob([Buffer.from(bomb)], { type: 'image/png' }), 'picture.png');
  return fetch(`${apiUrl}/api/upload`, { method: 'POST', headers, body, signal });
}

const slowBytes = Buffer.from(
  '--slow\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\n'.padEnd(
    4_000,
    'a',
  ),
);

function sendSlowly({ apiUrl }: Attack, { headers }: Person, signal: AbortSignal) {
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (sent > 0) await sleep(3_000, undefined, { signal });
      controller.enqueue(slowBytes.subarray(sent, (sent += 1)));
    },
  });
  return fetch(`${apiUrl}/api/upload`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=slow' },
    body,
    duplex: 'half',
    signal,
  } as RequestInit);
}

let prompts = 0;
function preview({ apiUrl }: Attack, person: Person, signal: AbortSignal) {
  const prompt = `a kite ${(prompts += 1)}`;
  const body = { prompt, language: 'en', mode: 'image', provider: 'google', previewMax: 256 };
  const asked = json(person, body, signal);
  return fetch(`${apiUrl}/api/generate`, {
    ...asked,
    headers: { ...asked.headers, prefer: 'respond-async' },
  });
}

/** Keeps the stream open until the server closes it. */
const listen = ({ apiUrl }: Attack, { headers }: Person, signal: AbortSignal) =>
  fetch(`${apiUrl}/api/events`, { headers, signal });

const order = ({ apiUrl }: Attack, person: Person, signal: AbortSignal) =>
  fetch(`${apiUrl}/api/razorpay-order`, json(person, { amount: 500 }, signal));

function invite({ apiUrl }: Attack, founder: Person, organizationId: string, signal: AbortSignal) {
  const email = `${randomBytes(6).toString('hex')}@people.test`;
  const body = { action: 'invite', email, organizationId };
  return fetch(`${apiUrl}/api/organization`, json(founder, body, signal));
}

const junk = ({ apiUrl }: Attack, signal: AbortSignal) =>
  fetch(`${apiUrl}/api/wallet`, {
    headers: { authorization: `Bearer ${randomBytes(200).toString('base64url')}` },
    signal,
  });
