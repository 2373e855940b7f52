import { lazyDialog } from '../../../app/base/lazy-part';

/** The sign-in dialog. Its words are those of the first page, so it opens before other texts have loaded. */
export const AuthModal = lazyDialog(async () => (await import('./AuthModal')).AuthModal, 'first');

let urgent: Promise<void> = Promise.resolve();

/** Loads the dialog before the code of the tools. */
export function loadAuthFirst(): void {
  urgent = AuthModal.preload();
}

/** Resolves when the dialog has loaded or failed, if it is urgent. */
export const whenAuthLoaded = (): Promise<void> => urgent;
