import { tabStorage } from '../../ui/storage';

/** What was typed last in this tab, so that 'Back to Edit' has it after a reload too. */
export function storedDraft<T extends object>(key: string, empty: T): T {
  try {
    return { ...empty, ...(JSON.parse(tabStorage.read(key) ?? '{}') as Partial<T>) };
  } catch {
    return empty;
  }
}

export function keepDraft(key: string, draft: object): void {
  tabStorage.write(key, JSON.stringify(draft));
}
