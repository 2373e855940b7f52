import { expect, test } from 'vitest';
import { createProviderPlaces, type Wanted } from './provider-places.ts';

const { signal } = new AbortController();

function want(uid: string, given: Partial<Wanted['generation'] & Pick<Wanted, 'purpose'>> = {}) {
  const { purpose = 'preview', ...more } = given;
  const own = { uid, wallet_id: `wallet of ${uid}`, provider: 'google', mode: 'image' } as const;
  return { generation: { ...own, applicant_class: 'other', ...more }, purpose, signal } as const;
}

/** The calls in the order in which they began; a call continues until `end` is called with its name. */
function open(atOnce: number) {
  const places = createProviderPlaces(atOnce);
  const asked: string[] = [];
  const calls = new Map<string, PromiseWithResolvers<string>>();
  /** Resolves when all have begun that may begin now. */
  function begin(wanted: Wanted, name = wanted.generation.uid): Promise<void> {
    const call = Promise.withResolvers<string>();
    calls.set(name, call);
    void places.use(wanted, () => {
      asked.push(name);
      return call.promise;
    });
    return settle();
  }
  return {
    asked,
    begin,
    async end(name: string) {
      calls.get(name)!.resolve(name);
      await settle();
    },
  };
}
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

test('40 accounts with slow previews leave a place to a customer, whose preview begins immediately', async () => {
  const { asked, begin } = open(8);
  for (let i = 0; i < 40; i++) await begin(want(`throwaway ${i}`));
  expect(asked).toHaveLength(6);
  await begin(want('customer', { applicant_class: 'customer' }));
  expect(asked.at(-1)).toBe('customer');
});

test('the next free place goes to bought work, then to customers, then to others', async () => {
  const { asked, begin, end } = open(1);
  await begin(want('first'));
  await begin(want('other'));
  await begin(want('customer', { applicant_class: 'customer' }));
  await begin(want('buyer', { purpose: 'final' }));
  for (const name of ['first', 'buyer', 'customer']) await end(name);
  expect(asked).toEqual(['first', 'buyer', 'customer', 'other']);
});

test('a text does not wait behind pictures, and no provider behind the other', async () => {
  const { asked, begin } = open(2);
  for (let i = 0; i < 5; i++) await begin(want(`picture ${i}`, { applicant_class: 'customer' }));
  await begin(want('text', { mode: 'general' }));
  await begin(want('elsewhere', { provider: 'openai' }));
  expect(asked).toEqual(['picture 0', 'picture 1', 'text', 'elsewhere']);
});

test('each user has one call in a round', async () => {
  const { asked, begin, end } = open(1);
  for (let i = 0; i < 3; i++) await begin(want('heavy'), `heavy ${i}`);
  await begin(want('light'));
  await end('heavy 0');
  await end('light');
  expect(asked).toEqual(['heavy 0', 'light', 'heavy 1']);
});

test('a waiting call that is cancelled ends and takes no place', async () => {
  const { asked, begin, end } = open(1);
  const cancelling = new AbortController();
  await begin(want('first'));
  await begin({ ...want('cancelled'), signal: cancelling.signal });
  cancelling.abort();
  await settle();
  await begin(want('next'));
  expect(asked).toEqual(['first', 'cancelled']);
  await end('first');
  expect(asked).toEqual(['first', 'cancelled', 'next']);
});

test('a call that fails frees its place', async () => {
  const places = createProviderPlaces(1);
  const failing = places.use(want('asha'), () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(await places.use(want('asha'), async () => 'yes')).toBe('yes');
});
