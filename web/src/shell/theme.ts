import { storage } from '../browser/storage';
import { createStore } from '../browser/store';

export type Theme = 'light' | 'dark';

const storageKey = 'sachet.theme';
const systemDark = matchMedia('(prefers-color-scheme: dark)');

function chosen(): Theme | null {
  const stored = storage.read(storageKey);
  return stored === 'light' || stored === 'dark' ? stored : null;
}

function system(): Theme {
  return systemDark.matches ? 'dark' : 'light';
}

/** The system's theme until somebody chooses another. */
export const themeStore = createStore<Theme>(chosen() ?? system());

systemDark.addEventListener('change', () => {
  if (!chosen()) themeStore.set(system());
});

export function chooseTheme(theme: Theme): void {
  storage.write(storageKey, theme);
  document.documentElement.dataset.theme = theme;
  themeStore.set(theme);
}
