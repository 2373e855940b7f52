import type { Language } from '@sachet/shared/contracts/vocabulary';
import type { PaidTextMode } from '@sachet/shared/tools';
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
export function useStoredDraft<T extends object>(key: string, empty: T): [T, (draft: T) => void] {
  const [draft, setDraft] = useState(() => readDraft(key, empty));
  const change = (next: T) => {
    setDraft(next);
    saveDraft(key, next);
  };
  return [draft, change];
}

/** `language` is null until the user chooses one. */
type TextDraft = { prompt: string; language: Language | null };

const toTextKey = (mode: PaidTextMode): string => `sachet.${mode}-draft`;

export const useTextDraft = (mode: PaidTextMode): [TextDraft, (draft: TextDraft) => void] =>
  useStoredDraft<TextDraft>(toTextKey(mode), { prompt: '', language: null });

export const saveTextDraft = (mode: PaidTextMode, prompt: string): void =>
  saveDraft(toTextKey(mode), { ...readDraft(toTextKey(mode), {}), prompt });
