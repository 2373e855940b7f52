/** Around every component test: the stand-in for the API, and what no component may do. */
import * as React from 'react';
import { toast } from 'sonner';
import { mutate } from 'swr';
import { cache, SWRGlobalState } from 'swr/_internal';
import { afterEach, beforeEach, expect } from 'vitest';
import { closeDialog } from '../app/dialogs';
import { dropPending } from '../app/pending';
import { endWait } from '../auth/sent-code';
import { startPressGuard } from '../browser/press';
import { sessionStore } from '../session/session';
import { clearWork } from '../session/work';
import { resetFirebase } from './firebase';
import { pictureModels } from './generations';
import { unmount } from './mount';
import { answer, resetServer, serve, serverFaults } from './server';

globalThis.fetch = serve;
startPressGuard();

// React's development build records the stack of each element it makes, up to 10,000 a second: a seventh
// of these tests' work, and nobody reads them here.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = React as {
  __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE?: object;
};
if (internals) {
  const none = { get: () => Infinity, set: () => {} };
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', none);
}

const complaints: string[] = [];
const complain = console.error;
console.error = (...words: unknown[]) => {
  complaints.push(words.map(String).join(' '));
  complain(...words);
};

beforeEach(() => {
  complaints.length = 0;
  resetServer();
  // Every form of a picture says which models draw it.
  answer('GET /api/picture-models', pictureModels);
});

afterEach(async () => {
  unmount();
  delete document.documentElement.dataset.theme;
  await resetFirebase();
  toast.dismiss();
  closeDialog();
  clearWork();
  dropPending();
  endWait();
  // The next test begins with a mouse.
  dispatchEvent(new PointerEvent('pointerdown', { pointerType: 'mouse' }));
  localStorage.clear();
  sessionStorage.clear();
  sessionStore.set({ status: 'signed-out' });
  await mutate(() => true, undefined, { revalidate: false });
  // SWR would have the next test wait for what this one left under way, and then drop the answer.
  const [, , underWay] = SWRGlobalState.get(cache)!;
  for (const key of Object.keys(underWay)) delete underWay[key];
  expect([...serverFaults, ...complaints], 'faults of the component').toEqual([]);
});
