import type { AnswerOf, QueryOf, ReadName } from '@sachet/shared/operations/operations';
import { mutate } from 'swr';
import { useSession } from '../session/session';
import { toPath } from './client';

/**
 * Server state lives in SWR and nowhere else. Keys are `[path, uid]`, so that one account never
 * sees what another one had read.
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

/** Puts an answer where its readers look, without asking for it again. */
export async function cacheAnswer<Name extends ReadName>(
  uid: string,
  name: Name,
  query: QueryOf<Name>,
  answer: Cached<Name> | ((cached: Cached<Name>) => Cached<Name>),
): Promise<void> {
  await mutate<AnswerOf<Name>>(toKey(uid, name, query), answer, { revalidate: false });
}

type List = { path: string; readAgain: () => Promise<unknown> };

/** Lists of pages that are shown. SWR's key filters leave such lists out. */
const lists = new Set<List>();

/** Lets `revalidate` find a list of pages; returns the way to end that. */
export function registerList(list: List): () => void {
  lists.add(list);
  return () => lists.delete(list);
}

/** Reads again what is shown of these API paths and of all paths that begin with them. */
export async function revalidate(...prefixes: string[]): Promise<void> {
  const isChanged = (path: unknown) => prefixes.some((prefix) => String(path).startsWith(prefix));
  await Promise.all([
    mutate((key) => Array.isArray(key) && isChanged(key[0])),
    ...[...lists].filter(({ path }) => isChanged(path)).map(({ readAgain }) => readAgain()),
  ]);
}
