import { useEffect, useRef } from 'react';
import { persisted } from '../browser/storage';
import { useStore } from '../browser/store';
import { useTranslation } from '../i18n/translate';

/** Whether the tab's title is marked when work is ready. Opt-in, for this browser. */
const isOn = persisted('sachet.ready-title', (stored) => stored === 'true');

export const useTitleIsOn = (): boolean => useStore(isOn);
export const setTitleIsOn = (on: boolean): void => isOn.set(on);

let before: string | null = null;
let count = 0;

/** Marks the title of a tab that is not visible, until it is: `(2) Ready · Wallet · Sachet`. */
export function markReady(word: string): void {
  if (!isOn.get() || document.visibilityState === 'visible') return;
  if (before === null) {
    before = document.title;
    document.addEventListener('visibilitychange', restore, { once: true });
  }
  count += 1;
  document.title = `(${count}) ${word} · ${before}`;
}

function restore(): void {
  // A page that was opened in the meantime has set its own title.
  if (before !== null && document.title.endsWith(before)) document.title = before;
  before = null;
  count = 0;
}

/** Marks the title when the number of finished things grows; undefined while it is unknown. */
export function useMarkWhenDone(done: number | undefined): void {
  const { t } = useTranslation();
  const before = useRef(done);
  const word = t('ready.tabReady');
  useEffect(() => {
    const known = before.current;
    before.current = done;
    if (known !== undefined && done !== undefined && done > known) markReady(word);
  }, [done, word]);
}
