/**
 * Photos that somebody is working on, kept in the browser for a day so that a reload or a sign-in
 * does not lose them. They are too large for the other storages.
 */
const databaseName = 'sachet';
const storeName = 'photos';
const keptMs = 24 * 60 * 60_000;

type Kept = { photo: unknown; savedAtMs: number };

/** False where the browser keeps nothing, as in some private windows. */
export async function keepPhoto(id: string, photo: object): Promise<boolean> {
  try {
    await withStore('readwrite', (store) => {
      forgetOlder(store, Date.now() - keptMs);
      return store.put({ photo, savedAtMs: Date.now() } satisfies Kept, id);
    });
    return true;
  } catch {
    return false;
  }
}

/** null when there is none. Its shape is for the caller to know. */
export async function readPhoto(id: string): Promise<unknown> {
  try {
    const kept = (await withStore('readonly', (store) => store.get(id))) as Kept | undefined;
    return kept?.photo ?? null;
  } catch {
    return null;
  }
}

export async function forgetPhotos(): Promise<void> {
  await withStore('readwrite', (store) => store.clear()).catch(() => undefined);
}

function forgetOlder(store: IDBObjectStore, beforeMs: number): void {
  const cursor = store.openCursor();
  cursor.addEventListener('success', () => {
    const { result } = cursor;
    if (!result) return;
    if ((result.value as Kept).savedAtMs < beforeMs) result.delete();
    result.continue();
  });
}

async function withStore<T>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open();
  try {
    const transaction = database.transaction(storeName, mode);
    const request = ask(transaction.objectStore(storeName));
    await new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve());
      transaction.addEventListener('abort', () => reject(transaction.error));
    });
    return request.result;
  } finally {
    database.close();
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(storeName));
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });
}
