import { useEffect, useState } from 'react';
import type { AuthTab } from '../app/dialogs';
import { storage, tabStorage } from '../browser/storage';
import type { AuthDraft } from './validation';

/**
 * The last code that was sent. It survives a reload, because a phone often unloads the tab while
 * the user reads the message. In the first bundle, which decides whether to open the dialog again.
 */

export type SentCode = {
  /** `+919876543210` */
  phone: string;
  /** Firebase's id of the code, which also works after a reload. */
  verificationId: string;
  sentAtMs: number;
  /** The dialog's fields and tab at that time. */
  draft: AuthDraft;
  tab: AuthTab;
  /** Whether the dialog is open at the code. */
  isOpen: boolean;
};

const codeKey = 'sachet.sent-code';
const sentAtKey = 'sachet.code-sent-at';

/** The code expires after this time. */
const codeMaxAgeMs = 10 * 60_000;
/** The wait before the next code, to any number (docs/product.md, Numbers). */
const waitMs = 30_000;

/** For browsers that block storage. */
let lastSentAtMs = 0;

export function saveSentCode(code: SentCode): void {
  tabStorage.write(codeKey, JSON.stringify(code));
}

/** Returns null if no code was sent in the last ten minutes or the stored value is invalid. */
export function readSentCode(nowMs: number): SentCode | null {
  try {
    const code = JSON.parse(tabStorage.read(codeKey) ?? 'null') as SentCode | null;
    const ageMs = nowMs - Number(code?.sentAtMs);
    if (!code || !(ageMs >= 0 && ageMs <= codeMaxAgeMs)) return null;
    const { phone, verificationId, draft } = code;
    const isOurs = [phone, verificationId, draft.phone, draft.firstName, draft.lastName].every(
      (text) => typeof text === 'string',
    );
    return isOurs ? code : null;
  } catch {
    return null;
  }
}

export function forgetSentCode(): void {
  tabStorage.remove(codeKey);
}

/** Starts the wait in all tabs of this browser. Another number or a reload does not shorten it. */
export function startWait(nowMs: number): void {
  lastSentAtMs = nowMs;
  storage.write(sentAtKey, String(nowMs));
}

/** Called after a correct code. */
export function endWait(): void {
  lastSentAtMs = 0;
  storage.remove(sentAtKey);
}

/** Whole seconds until another code can be sent; 0 when it can. */
function secondsToWait(nowMs: number): number {
  const stored = Number(storage.read(sentAtKey)) || 0;
  const leftMs = Math.max(stored, lastSentAtMs) + waitMs - nowMs;
  // A clock that was set back must not lock the user out for hours.
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
