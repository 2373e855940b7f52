import { createStore, useStore } from '../ui/store';

export type AuthTab = 'login' | 'sign-up';
/** One dialog at a time. */
export type OpenDialog =
  { kind: 'auth'; tab: AuthTab } | { kind: 'wallet'; price: number | null } | null;

const store = createStore<OpenDialog>(null);

export function useOpenDialog(): OpenDialog {
  return useStore(store);
}

export function openAuth(tab: AuthTab): void {
  store.set({ kind: 'auth', tab });
}

/** `price` is what could not be paid, when that is why the wallet opens. */
export function openWallet(price: number | null = null): void {
  store.set({ kind: 'wallet', price });
}

export function closeDialog(): void {
  store.set(null);
}
