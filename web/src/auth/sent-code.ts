import { useEffect, useState } from 'react';
import type { AuthTab } from '../app/dialogs';
import { storage, tabStorage } from '../browser/storage';
import type { AuthDraft } from './validation';

/**
 * The code that was sent last. It outlives a reload: a phone often drops the tab while its owner reads
 * the message. In the first bundle, which asks whether the dialog has to open again.
 */

export type SentCode = {
  /** `+919876543210` */
  phone: string;
  /** Firebase's name for the code: with it a code can be checked after a reload. */
  verificationId: string;
  sentAtMs: number;
  /** The dialog's fields and tab at that time. */
  draft: AuthDraft;
  tab: AuthTab;
  /** Whether the dialog is open on the code. */
  isOpen: boolean;
};

const codeKey = 'sachet.sent-code';
const sentAtKey = 'sachet.code-sent-at';

/** After this the code has expired. */
const codeMaxAgeMs = 10 * 60_000;
/** docs/product.md, Numbers: the wait before the next code, to any number. */
const waitMs = 30_000;

/** For browsers that keep nothing. */
let lastSentAtMs = 0;

export function saveSentCode(code: SentCode): void {
  tabStorage.write(codeKey, JSON.stringify(code));
}

/** null where no code was sent in the last minutes, or what is stored is not ours. */
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

/** Starts the wait, in all tabs of this browser: another number or a reload does not shorten it. */
export function startWait(nowMs: number): void {
  lastSentAtMs = nowMs;
  storage.write(sentAtKey, String(nowMs));
}

/** Once a code was right. */
export function endWait(): void {
  lastSentAtMs = 0;
  storage.remove(sentAtKey);
}

/** Whole seconds until another code can be sent; 0 when it can. */
function secondsToWait(nowMs: number): number {
  const stored = Number(storage.read(sentAtKey)) || 0;
  const leftMs = Math.max(stored, lastSentAtMs) + waitMs - nowMs;
  // A clock that was set back must not lock anyone out for hours.
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
