import type { AnswerOf, QueryOf, ReadName } from '@sachet/shared/operations/operations';
import { mutate } from 'swr';
import { useSession } from '../app/session/session';
import { toPath, whenReadsEnd } from './client';

/**
 * All server state is in SWR. Keys are `[path, uid]`, so that one account never sees data that
 * another account has read.
 */
export type Key = readonly [path: string, uid: string];

export function useUid(): string | null {
  const session = useSession();
  return session.status === 'signed-in' ? session.uid : null;
}

export function toKey<Name extends ReadName>(uid: string, name: Name, query: QueryOf<Name>): Key {
  return [toPath(name, query), uid];
}

type Cached<Name extends ReadName> = AnswerOf<Name> | undefined;

/**
 * Caches an answer as if it had just been read. A function changes the cached answer, if there is one. An
 * answer that is not final is also read again, because the live event of its end may have arrived before it.
 */
export async function cacheAnswer<Name extends ReadName>(
  uid: string,
  name: Name,
  query: QueryOf<Name>,
  answer: Cached<Name> | ((cached: Cached<Name>) => Cached<Name>),
  { isFinal = true } = {},
): Promise<void> {
  const key = toKey(uid, name, query);
  await mutate<AnswerOf<Name>>(key, answer, {
    // SWR drops the answer of a first read that is in flight.
    revalidate: (cached) => typeof answer === 'function' && cached === undefined,
  });
  if (!isFinal) void mutate(key);
}

type List = { path: string; readAgain: () => Promise<unknown> };

/** The visible lists with pages, which SWR's key filters do not reach. */
const lists = new Set<List>();

/** Adds a list that `revalidate` reads again. Returns a function that removes the list. */
export function registerList(list: List): () => void {
  lists.add(list);
  return () => lists.delete(list);
}

const beginsWith = (prefixes: readonly string[]) => (path: unknown) =>
  prefixes.some((prefix) => String(path).startsWith(prefix));

/** Reads all visible data again whose API path begins with one of these prefixes. */
export async function revalidate(...prefixes: string[]): Promise<void> {
  const isChanged = beginsWith(prefixes);
  await Promise.all([
    mutate((key) => Array.isArray(key) && isChanged(key[0])),
    ...[...lists].filter(({ path }) => isChanged(path)).map(({ readAgain }) => readAgain()),
  ]);
}

/**
 * Reads data again that another process has changed, after its reads in flight: SWR drops the answer of a read
 * that is repeated, and a page whose first read is in flight would be blank for longer.
 */
export async function revalidateAfterReads(...prefixes: string[]): Promise<void> {
  await whenReadsEnd(beginsWith(prefixes));
  await revalidate(...prefixes);
}
