import { createStore, useStore } from '../ui/store';

export type AuthTab = 'login' | 'sign-up';
/** One dialog at a time. */
export type OpenDialog =
  | { kind: 'auth'; tab: AuthTab; email: string | null }
  | { kind: 'wallet'; price: number | null }
  | null;

const store = createStore<OpenDialog>(null);

export function useOpenDialog(): OpenDialog {
  return useStore(store);
}

/** `email` is filled in, when an invitation's link has told it. */
export function openAuth(tab: AuthTab, email: string | null = null): void {
  store.set({ kind: 'auth', tab, email });
}

/** `price` is what could not be paid, when that is why the wallet opens. */
export function openWallet(price: number | null = null): void {
  store.set({ kind: 'wallet', price });
}

export function closeDialog(): void {
  store.set(null);
}
