import { useState } from 'react';
import { tabStorage } from '../../../browser/storage';

/** Reads a draft from this tab's storage. */
export function readDraft<T extends object>(key: string, empty: T): T {
  try {
    return { ...empty, ...(JSON.parse(tabStorage.read(key) ?? '{}') as Partial<T>) };
  } catch {
    return empty;
  }
}

export function saveDraft(key: string, draft: object): void {
  tabStorage.write(key, JSON.stringify(draft));
}

/** State that is stored at every change, so that it survives a reload. */
export function useDraft<T extends object>(key: string, empty: T): [T, (draft: T) => void] {
  const [draft, setDraft] = useState(() => readDraft(key, empty));
  const change = (next: T) => {
    setDraft(next);
    saveDraft(key, next);
  };
  return [draft, change];
}

const askKey = 'sachet.general-draft';

export const useAskDraft = () => useDraft(askKey, { prompt: '' });

export const saveAskDraft = (prompt: string): void => saveDraft(askKey, { prompt });
