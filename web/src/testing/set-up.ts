/**
 * Runs around every component test. Prepares the replacement of the API, and fails a test whose component
 * logs errors.
 */
import { mutate } from 'swr';
import { afterEach, beforeEach, expect } from 'vitest';
import { closeDialog } from '../app/base/dialogs';
import { dropPending } from '../features/studio/generation/pending';
import { endWait } from '../features/people/auth/code-wait';
import { startPressGuard } from '../browser/press';
import { reloadPersisted } from '../browser/storage';
import { sessionStore } from '../app/session/session';
import { clearWork } from '../app/session/work';
import { dismissToasts, toastTime } from '../ui/Toaster';
import { resetFirebase } from './firebase';
import { pictureModels } from './generations';
import { unmount } from './mount';
import { haveProviders, requiredProviders } from './providers';
import { answer, endReads, resetServer, serve, serverFaults } from './server';

globalThis.fetch = serve;
startPressGuard();

/** A test on a busy machine may look for a toast seconds after the press that showed it. */
toastTime.leastMs = 10_000;

const complaints: string[] = [];
const complain = console.error;
console.error = (...words: unknown[]) => {
  complaints.push(words.map(String).join(' '));
  complain(...words);
};

beforeEach(() => {
  complaints.length = 0;
  resetServer();
  // Prepared for all tests, because every tool asks for its providers, and every picture form for the models.
  haveProviders(requiredProviders);
  answer('GET /api/picture-models', pictureModels);
});

afterEach(async () => {
  unmount();
  await endReads();
  delete document.documentElement.dataset.theme;
  await resetFirebase();
  dismissToasts();
  closeDialog();
  clearWork();
  dropPending();
  endWait();
  // The next test must begin with a mouse as the last pointer.
  dispatchEvent(new PointerEvent('pointerdown', { pointerType: 'mouse' }));
  localStorage.clear();
  sessionStorage.clear();
  reloadPersisted();
  sessionStore.set({ status: 'signed-out' });
  // Drops cached and pending reads, so that the next test reads again.
  await mutate(() => true, undefined);
  expect([...serverFaults, ...complaints], 'faults of the component').toEqual([]);
});
