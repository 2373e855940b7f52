import { useState } from 'react';
import { tabStorage } from '../browser/storage';

/** What was typed last in this tab. */
export function storedDraft<T extends object>(key: string, empty: T): T {
  try {
    return { ...empty, ...(JSON.parse(tabStorage.read(key) ?? '{}') as Partial<T>) };
  } catch {
    return empty;
  }
}

export function saveDraft(key: string, draft: object): void {
  tabStorage.write(key, JSON.stringify(draft));
}

/** State that is kept with every change: a reload takes nothing away, whoever wanted it. */
export function useDraft<T extends object>(key: string, empty: T): [T, (draft: T) => void] {
  const [draft, setDraft] = useState(() => storedDraft(key, empty));
  const change = (next: T) => {
    setDraft(next);
    saveDraft(key, next);
  };
  return [draft, change];
}
