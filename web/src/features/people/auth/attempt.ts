import { useEffect, useState } from 'react';
import { minuteMs } from '@sachet/shared/time';
import type { AuthTab } from '../../../app/base/dialogs';
import { storage, tabStorage } from '../../../browser/storage';
import { createStore, type Store } from '../../../browser/store';
import { noDraft, type AuthDraft } from './draft';

/**
 * A sign-in in progress: the screen of the dialog and what was typed. It survives a reload, because a phone
 * often unloads the tab while the user reads the message with the code. This file is part of the first bundle,
 * which decides whether to open the dialog again.
 */
export type Attempt = {
  view: 'entry' | 'otp' | 'reset' | 'verify';
  tab: AuthTab;
  draft: AuthDraft;
  code: SentCode | null;
  /** Whether the dialog is open. */
  isOpen: boolean;
};

/** The last code that was sent. */
export type SentCode = {
  /** `+919876543210` */
  phone: string;
  /** Firebase's id of the code, which also works after a reload. */
  verificationId: string;
  sentAtMs: number;
};

const attemptKey = 'sachet.sign-in';
const sentAtKey = 'sachet.code-sent-at';

/** A code expires after this time, and the rest of an attempt is kept as long. */
const maxAgeMs = 10 * minuteMs;
/** The wait before another code can be sent to any number (docs/product.md, Numbers). */
const waitMs = 30_000;

/** The time of the last code, for browsers that block storage. */
let lastSentAtMs = 0;

/**
 * Continues the attempt of the last ten minutes, at its code if it has one, or begins one. `email` is the
 * invited address, which takes precedence over an attempt whose dialog was closed.
 */
export function openAttempt(
  { tab, email }: { tab: AuthTab; email: string | null },
  nowMs: number,
): Store<Attempt> {
  const kept = readAttempt(nowMs);
  const goesOn = kept !== null && (email === null || kept.isOpen);
  const attempt: Attempt = goesOn
    ? {
        ...kept,
        view: kept.code ? 'otp' : 'entry',
        tab: kept.code ? kept.tab : tab,
        isOpen: true,
      }
    : { view: 'entry', tab, draft: { ...noDraft, email: email ?? '' }, code: null, isOpen: true };
  const store = createStore(attempt);
  return {
    ...store,
    set(next) {
      store.set(next);
      tabStorage.write(attemptKey, JSON.stringify({ ...store.get(), savedAtMs: Date.now() }));
    },
  };
}

/** Whether a reload interrupted the dialog while it asked for a code. */
export function isCodeAwaited(nowMs: number): boolean {
  const kept = readAttempt(nowMs);
  return kept?.isOpen === true && kept.view === 'otp' && kept.code !== null;
}

function readAttempt(nowMs: number): Attempt | null {
  try {
    const kept = JSON.parse(tabStorage.read(attemptKey) ?? 'null') as
      (Attempt & { savedAtMs: number }) | null;
    if (!kept || !isRecent(kept.savedAtMs, nowMs)) return null;
    const { draft, code } = kept;
    // A tab that was open before an update may have stored another shape.
    const isWhole = Object.keys(noDraft).every((name) => name in draft);
    return isWhole ? { ...kept, code: code && isRecent(code.sentAtMs, nowMs) ? code : null } : null;
  } catch {
    return null;
  }
}

function isRecent(atMs: number, nowMs: number): boolean {
  const ageMs = nowMs - Number(atMs);
  return ageMs >= 0 && ageMs <= maxAgeMs;
}

export function forgetAttempt(): void {
  tabStorage.remove(attemptKey);
}

/** Starts the wait in all tabs of this browser. Neither another number nor a reload shortens it. */
export function startWait(nowMs: number): void {
  lastSentAtMs = nowMs;
  storage.write(sentAtKey, String(nowMs));
}

/** Ends the wait after a correct code. */
export function endWait(): void {
  lastSentAtMs = 0;
  storage.remove(sentAtKey);
}

/** Whole seconds until another code can be sent; 0 when it can. */
function secondsToWait(nowMs: number): number {
  const stored = Number(storage.read(sentAtKey)) || 0;
  const leftMs = Math.max(stored, lastSentAtMs) + waitMs - nowMs;
  // If the clock was set back, the user must not wait for hours.
  return Math.ceil(Math.min(Math.max(leftMs, 0), waitMs) / 1000);
}

/** Whole seconds until another code can be sent, counting down. */
export function useWait(): number {
  const [left, setLeft] = useState(() => secondsToWait(Date.now()));
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsToWait(Date.now())), 250);
    return () => clearInterval(timer);
  }, []);
  return left;
}
