import { createStore, useStore } from '../../browser/store';
import type { AnyUnlockRequest } from '@sachet/shared/studio/contracts/generation';

export type AuthTab = 'login' | 'sign-up';
/** The open dialog. Only one is open at a time. */
export type OpenDialog =
  | { kind: 'auth'; tab: AuthTab; email: string | null }
  | { kind: 'verify' }
  | { kind: 'invitation' }
  | { kind: 'wallet'; price: number | null; unlock: AnyUnlockRequest | null }
  | null;

const store = createStore<OpenDialog>(null);

export function useOpenDialog(): OpenDialog {
  return useStore(store);
}

/** Opens the sign-in dialog. `email` fills in the field, for example with the address of an invitation. */
export function openAuth(tab: AuthTab, email: string | null = null): void {
  store.set({ kind: 'auth', tab, email });
}

/**
 * Opens the wallet. `price` is the amount that could not be paid, if that is why the wallet opens; `unlock`
 * is the purchase that continues after the top-up.
 */
export function openWallet(
  price: number | null = null,
  unlock: AnyUnlockRequest | null = null,
): void {
  store.set({ kind: 'wallet', price, unlock });
}

/** Opens the verification dialog for an action that requires a verified email address. */
export function openVerify(): void {
  store.set({ kind: 'verify' });
}

/** Opens the newest invitation to the user. */
export function openInvitation(): void {
  store.set({ kind: 'invitation' });
}

export function closeDialog(): void {
  store.set(null);
}
