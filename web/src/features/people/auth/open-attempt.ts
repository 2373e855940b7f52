import type { AuthTab } from '../../../app/base/dialogs';
import { sessionStore } from '../../../app/session/session';
import { tabStorage } from '../../../browser/storage';
import { createStore, type Store } from '../../../browser/store';
import { type Attempt, attemptKey, forgetAttempt, readAttempt } from './attempt';
import { noDraft } from './draft';

/**
 * Continues the attempt of the last ten minutes, at its code if it has one, or begins one. `email` is the
 * invited address, which takes precedence over an attempt whose dialog was closed.
 */
export function openAttempt(
  { tab, email }: { tab: AuthTab; email: string | null },
  nowMs: number,
): Store<Attempt> {
  const kept = readAttempt(nowMs);
  const isContinued = kept !== null && (email === null || (kept.isOpen && kept.code !== null));
  const attempt: Attempt = isContinued
    ? {
        ...kept,
        view: kept.code ? 'otp' : 'entry',
        tab: kept.code ? kept.tab : tab,
        isOpen: true,
      }
    : { view: 'entry', tab, draft: { ...noDraft, email: email ?? '' }, code: null, isOpen: true };
  const store = createStore(attempt);
  save();
  return {
    ...store,
    set(next) {
      store.set(next);
      save();
    },
  };

  /** Stores what names a person only once a reload must not lose it: after a code was sent. */
  function save(): void {
    const { code } = store.get();
    if (!code && sessionStore.get().status !== 'signed-in') return forgetAttempt();
    tabStorage.write(attemptKey, JSON.stringify({ ...store.get(), savedAtMs: Date.now() }));
  }
}
