/** Attacks by free accounts; each repeats until it is told to stop. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32, deflateSync } from 'node:zlib';
import { sendBody, toForm, toJson, type Body, type Sending } from '@sachet/api/testing/bodies';
import { photo } from '@sachet/images/testing/photos';
import type { AttackStack } from './stack.ts';

/** Answers by attack and status; `cut` where a connection ended without one. */
export type Tally = Map<string, Map<string, number>>;

export interface Attack {
  readonly apiUrl: string;
  /** The headers of each attack's accounts. */
  readonly accounts: Record<string, readonly Record<string, string>[]>;
  readonly files: Files;
}

interface Files {
  /** 24 megapixels, 19 MB. */
  readonly photo: Uint8Array;
  /** 2 megapixels, 700 KB: as large as JSON may bring. */
  readonly smallPhoto: Uint8Array;
  readonly bomb: Uint8Array;
}

interface Asker {
  readonly apiUrl: string;
  readonly headers: Record<string, string>;
  readonly files: Files;
  readonly signal: AbortSignal;
}

interface Kind {
  readonly accounts: number;
  /** Of each account at the same time. */
  readonly loops: number;
  /** The statuses of what was answered; 0 for none. */
  ask(given: Asker): Promise<readonly number[]>;
}

const mebibyte = 1024 * 1024;
const text = { language: 'en', provider: 'google' };
const founder = {
  accountType: 'organization',
  orgName: 'Throwaway Traders',
  firstName: 'Ana',
  lastName: 'Roy',
};
const unique = () => randomBytes(6).toString('hex');
const spaces = ' '.repeat(7_998);
const marks = '\u0301\u0316'.repeat(10_000);

const kinds: Record<string, Kind> = {
  'photos as forms': {
    accounts: 6,
    loops: 5,
    ask: ({ files, ...given }) => upload(given, files.photo),
  },
  'photos as forms, slow': {
    accounts: 3,
    loops: 5,
    ask: ({ files, ...given }) =>
      upload(given, files.photo, { pieces: { bytes: mebibyte / 4, everyMs: 100 } }),
  },
  'photos as forms, cut off': {
    accounts: 3,
    loops: 5,
    ask: ({ files, ...given }) => upload(given, files.photo, { cutAfter: 9 * mebibyte }),
  },
  'photos as JSON': {
    accounts: 6,
    loops: 5,
    ask: ({ files, ...given }) => {
      const image = { data: Buffer.from(files.smallPhoto).toString('base64') };
      const order = { mode: 'instagram', provider: 'google', prompt: 'a kite' };
      return deliver(
        given,
        '/api/generate',
        toJson({ ...order, image: { ...image, mimeType: 'image/jpeg' } }),
      );
    },
  },
  'picture bombs': {
    accounts: 4,
    loops: 1,
    ask: ({ files, ...given }) => upload(given, files.bomb),
  },
  'uploads of one byte in 3 s': {
    accounts: 32,
    loops: 1,
    ask: ({ files, ...given }) =>
      upload(given, files.smallPhoto, { pieces: { bytes: 1, everyMs: 3_000 } }),
  },
  'hostile titles': {
    accounts: 1,
    loops: 3,
    ask: (given) => post(given, '/api/chat', { ...text, prompt: `a${spaces}b` }),
  },
  'hostile names': {
    accounts: 1,
    loops: 3,
    ask: (given) =>
      post(given, '/api/user', { accountType: 'individual', firstName: marks, lastName: marks }),
  },
  'bursts of 280': {
    accounts: 1,
    loops: 1,
    async ask(given) {
      const paths = ['/api/statement.csv', '/api/wallet', '/api/generations', '/api/account/data'];
      const answers = Array.from({ length: 280 }, (_, i) => get(given, paths[i % paths.length]!));
      return (await Promise.allSettled(answers)).flatMap((each) =>
        each.status === 'fulfilled' ? each.value : [0],
      );
    },
  },
  'free previews': {
    accounts: 3,
    loops: 10,
    ask: (given) =>
      post(given, '/api/generate', {
        ...text,
        prompt: `a kite ${unique()}`,
        mode: 'image',
        previewMax: 256,
      }),
  },
  /** Open until the server closes it. */
  'event streams': { accounts: 4, loops: 25, ask: (given) => get(given, '/api/events') },
  'top-up orders': {
    accounts: 2,
    loops: 10,
    ask: (given) => post(given, '/api/razorpay-order', { amount: 500 }),
  },
  invitations: {
    accounts: 1,
    loops: 5,
    async ask(given) {
      const answer = await fetch(`${given.apiUrl}/api/organization`, given);
      const { id: organizationId } = (await answer.json()) as { id: string };
      const email = `${unique()}@people.test`;
      return post(given, '/api/organization', { action: 'invite', email, organizationId });
    },
  },
  'junk tokens': {
    accounts: 1,
    loops: 10,
    ask: (given) =>
      get(
        {
          ...given,
          headers: { authorization: `Bearer ${randomBytes(200).toString('base64url')}` },
        },
        '/api/wallet',
      ),
  },
};

/** `only`: a part of the names of the attacks to run. */
export async function prepareAttack(stack: AttackStack, only: string): Promise<Attack> {
  const chosen = Object.entries(kinds).filter(([name]) => name.includes(only));
  const signUp = async ([name, { accounts }]: [string, Kind]) => {
    const account = name === 'invitations' ? founder : undefined;
    const people = Array.from({ length: accounts }, () => stack.person(0, account));
    return [name, (await Promise.all(people)).map(({ headers }) => ({ ...headers }))] as const;
  };
  const accounts = Object.fromEntries(await Promise.all(chosen.map(signUp)));
  const padded = (bytes: Buffer, size: number) =>
    Buffer.concat([bytes, Buffer.alloc(size - bytes.length)]);
  const files = {
    photo: padded(await photo(6_000, 4_000), 19 * mebibyte),
    smallPhoto: padded(await photo(2_000, 1_000), 700 * 1024),
    bomb: makeBomb(),
  };
  return { apiUrl: stack.apiUrl, accounts, files };
}

/** Fills `tally` until `signal` is aborted. What was not answered then is not counted. */
export async function attackUntil(
  { apiUrl, accounts, files }: Attack,
  signal: AbortSignal,
  tally: Tally,
): Promise<void> {
  for (const [name, people] of Object.entries(accounts)) {
    const { loops, ask } = kinds[name]!;
    const statuses = new Map<string, number>();
    tally.set(name, statuses);
    const repeat = async (headers: Record<string, string>) => {
      while (!signal.aborted) {
        for (const status of await ask({ apiUrl, headers, files, signal }).catch(() => [0])) {
          if (signal.aborted) return;
          const key = status === 0 ? 'cut' : String(status);
          statuses.set(key, (statuses.get(key) ?? 0) + 1);
        }
        // The attackers share this machine, and their own load must not be measured.
        await sleep(100);
      }
    };
    for (const headers of people) {
      for (let loop = 0; loop < loops; loop += 1) void repeat(headers);
    }
  }
  await once(signal, 'abort');
}

type Given = Omit<Asker, 'files'>;

async function get({ apiUrl, headers, signal }: Given, path: string): Promise<number[]> {
  const answer = await fetch(apiUrl + path, { headers, signal });
  await answer.arrayBuffer();
  return [answer.status];
}

async function post({ apiUrl, headers, signal }: Given, path: string, body: object) {
  const answer = await fetch(apiUrl + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', prefer: 'respond-async' },
    body: JSON.stringify(body),
    signal,
  });
  await answer.arrayBuffer();
  return [answer.status];
}

async function deliver({ apiUrl, headers }: Given, path: string, body: Body, sending?: Sending) {
  const sent = { ...body, headers: { ...body.headers, ...headers, prefer: 'respond-async' } };
  return [(await sendBody(apiUrl + path, sent, sending)).status];
}

const upload = (given: Given, bytes: Uint8Array, sending?: Sending) =>
  deliver(given, '/api/upload', toForm({ bytes }), sending);

/** A PNG of 20 x 20 pixels and 4.9 MB, whose 100 texts have 48 MiB each once inflated. */
function makeBomb(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(named), 4);
    return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
  };
  const size = Buffer.from([0, 0, 0, 20, 0, 0, 0, 20, 8, 0, 0, 0, 0]);
  const comment = Buffer.concat([
    Buffer.from('Comment\0\0'),
    deflateSync(Buffer.alloc(48 * mebibyte)),
  ]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', size),
    ...Array<Buffer>(100).fill(chunk('zTXt', comment)),
    chunk('IDAT', deflateSync(Buffer.alloc(20 * 21))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
