import { tabStorage } from '../browser/storage';
import { readPending } from './pending-record';

export const pendingKey = 'sachet.pending';

/** What a sign-in that a reload cut off had waiting for it. */
export const restoredPending = readPending(tabStorage.read(pendingKey), Date.now());
