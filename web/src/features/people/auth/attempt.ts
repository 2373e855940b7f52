import { minuteMs } from '@sachet/shared/time';
import type { AuthTab } from '../../../app/base/dialogs';
import { tabStorage } from '../../../browser/storage';
import { noDraft, type AuthDraft } from './draft';

/**
 * A sign-in in progress: the screen of the dialog and what was typed. It survives a reload, because a phone
 * often unloads the tab while the user reads the message with the code. This file is part of the first bundle,
 * which decides whether to open the dialog again; `open-attempt` and `code-wait` are part of the dialog.
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

export const attemptKey = 'sachet.sign-in';

/** A code expires after this time, and the rest of an attempt is kept as long. */
const maxAgeMs = 10 * minuteMs;

/** Whether a reload interrupted the dialog while it asked for a code. */
export function isCodeAwaited(nowMs: number): boolean {
  const kept = readAttempt(nowMs);
  return kept?.isOpen === true && kept.view === 'otp' && kept.code !== null;
}

/** Returns the attempt of the last ten minutes. Removes an older one, because it names a person. */
export function readAttempt(nowMs: number): Attempt | null {
  try {
    const kept = JSON.parse(tabStorage.read(attemptKey) ?? 'null') as
      (Attempt & { savedAtMs: number }) | null;
    if (kept && isRecent(kept.savedAtMs, nowMs)) {
      const { draft, code } = kept;
      // A tab that was open before an update may have stored another shape.
      if (Object.keys(noDraft).every((name) => name in draft))
        return { ...kept, code: code && isRecent(code.sentAtMs, nowMs) ? code : null };
    }
  } catch {
    // It is removed, too.
  }
  forgetAttempt();
  return null;
}

function isRecent(atMs: number, nowMs: number): boolean {
  const ageMs = nowMs - Number(atMs);
  return ageMs >= 0 && ageMs <= maxAgeMs;
}

export function forgetAttempt(): void {
  tabStorage.remove(attemptKey);
}
