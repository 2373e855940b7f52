import type { UserProfile } from '@sachet/shared/people/contracts/user';
import useSWR, { mutate } from 'swr';
import { api } from './client';
import { isFailure } from './failure';
import { toKey, useUid, type Key } from './keys';

const retryMs = 400;
const retriesMax = 2;

/** Users whose profile was missing after every retry. For them, later reads do not retry. */
const missing = new Set<string>();

/**
 * Reads the user's profile; all other code reads it through this function. A missing profile is read up to 2
 * more times, 400 ms apart (docs/product.md, States). Returns null if there is no profile yet.
 */
async function readProfile(
  uid: string,
  { retries = missing.has(uid) ? 0 : retriesMax } = {},
): Promise<UserProfile | null> {
  for (let left = retries; ; left -= 1) {
    try {
      const profile = await api('GET /api/user');
      missing.delete(uid);
      return profile;
    } catch (thrown) {
      if (!isFailure(thrown, 'not_found')) throw thrown;
      if (left === 0) break;
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }
  missing.add(uid);
  return null;
}

/** Whether the user is signed in, but has not entered the name yet. */
export const lacksProfile = (uid: string): boolean => missing.has(uid);

/** Caches the profile after login, so that components do not read it again. */
export async function readProfileAfterLogin(
  uid: string,
  options?: { retries: number },
): Promise<UserProfile | null> {
  missing.delete(uid);
  const profile = await readProfile(uid, options);
  await cacheProfile(uid, profile);
  return profile;
}

/** The user's profile; null if the user is signed in but has none. */
export function useProfile() {
  const uid = useUid();
  return useSWR(
    uid && toKey(uid, 'GET /api/user', {}),
    ([, owner]: Key) => readProfile(owner),
    // This page writes its own changes to the cache. Other changes are read when the window gets the focus.
    { revalidateIfStale: false },
  );
}

export async function cacheProfile(uid: string, profile: UserProfile | null): Promise<void> {
  if (profile) missing.delete(uid);
  await mutate(toKey(uid, 'GET /api/user', {}), profile, { revalidate: false });
}
