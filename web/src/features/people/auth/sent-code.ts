import { useEffect, useState } from 'react';
import { minuteMs } from '@sachet/shared/time';
import type { AuthTab } from '../../../app/base/dialogs';
import { storage, tabStorage } from '../../../browser/storage';
import type { AuthDraft } from './validation';

/**
 * Stores the last code that was sent. It survives a reload, because a phone often unloads the tab while the
 * user reads the message. This file is part of the first bundle, which decides whether to open the dialog
 * again.
 */

export type SentCode = {
  /** `+919876543210` */
  phone: string;
  /** Firebase's id of the code, which also works after a reload. */
  verificationId: string;
  sentAtMs: number;
  /** The dialog's fields and tab when the code was sent. */
  draft: AuthDraft;
  tab: AuthTab;
  /** Whether the dialog is open and shows the code field. */
  isOpen: boolean;
};

const codeKey = 'sachet.sent-code';
const sentAtKey = 'sachet.code-sent-at';

/** The code expires after this time. */
const codeMaxAgeMs = 10 * minuteMs;
/** The wait before another code can be sent to any number (docs/product.md, Numbers). */
const waitMs = 30_000;

/** The time of the last code, for browsers that block storage. */
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
    const isForDraft = [phone, verificationId, draft.phone, draft.firstName, draft.lastName].every(
      (text) => typeof text === 'string',
    );
    return isForDraft ? code : null;
  } catch {
    return null;
  }
}

export function forgetSentCode(): void {
  tabStorage.remove(codeKey);
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
