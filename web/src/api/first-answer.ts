import { cache, createCacheHelper, serialize, SWRGlobalState } from 'swr/_internal';

/**
 * Shows the answer to a read while its key has no data. SWR drops the answer if the key is read again in the
 * meantime, as after a live event: the page would be blank for another read. The newer answer replaces it.
 * An answer is not shown if the client has stored or removed the key's data in the meantime.
 */
export async function showFirst<Data>(key: unknown, read: Promise<Data>): Promise<Data> {
  const [name] = serialize(key as string);
  const [, changes] = SWRGlobalState.get(cache)!;
  const before = changes[name];
  const data = await read;
  const [get, set] = createCacheHelper<Data>(cache, name);
  if (get().data === undefined && changes[name] === before) set({ data });
  return data;
}
