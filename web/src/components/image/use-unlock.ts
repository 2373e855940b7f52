import type { GenerationResult, UnlockImageRequest } from '@sachet/shared/contracts/generation';
import type { TFunction } from 'i18next';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { unlockImage } from '../../api/actions';
import { errorWords } from '../../api/errors';
import { ApiFailure, isAboutFunds, isFailure } from '../../api/failure';
import { keepGeneration, readWalletAgain } from '../../api/hooks';
import { savePending } from '../../auth/pending';
import { useSession } from '../../auth/session';
import { notify } from '../../ui/Toaster';
import { whileBusy } from '../busy';
import { openAuth, openWallet } from '../dialogs';

export type Unlock = {
  unlock: (request: UnlockImageRequest) => Promise<void>;
  busy: boolean;
  fault: UnlockFault | null;
};

export type UnlockFault = {
  words: string;
  /** No answer came: whether it was paid for is not known here. */
  isAnswerLost: boolean;
};

/**
 * Unlocks one generation. Each press has its own idempotency key; a press whose answer got lost
 * keeps it, so that pressing again can never pay twice.
 */
export function useUnlock(generation: GenerationResult): Unlock {
  const { t } = useTranslation();
  const session = useSession();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<UnlockFault | null>(null);
  const lostPress = useRef<{ key: string; finalSize: number } | null>(null);

  async function unlock(request: UnlockImageRequest): Promise<void> {
    if (session.status !== 'signed-in') return askToSignIn(request);
    if (!request.recipe.modelId) {
      return setFault({ words: t('error.missingModel'), isAnswerLost: false });
    }
    const price = generation.prices?.[String(request.finalSize)] ?? null;
    const key =
      lostPress.current?.finalSize === request.finalSize ? lostPress.current.key : newKey();
    setBusy(true);
    setFault(null);
    try {
      const latest = await whileBusy(() => unlockImage(request, key));
      lostPress.current = null;
      await keepGeneration(session.uid, latest);
      await readWalletAgain(session.uid);
    } catch (thrown) {
      lostPress.current = isAnswerLost(thrown) ? { key, finalSize: request.finalSize } : null;
      if (isFailure(thrown, 'unauthenticated')) return askToSignIn(request);
      const words = unlockWords(t, thrown);
      setFault({ words, isAnswerLost: isAnswerLost(thrown) });
      if (isAboutFunds(thrown)) openWallet(price);
      else notify.error(words);
    } finally {
      setBusy(false);
    }
  }

  return { unlock, busy, fault };
}

function askToSignIn(request: UnlockImageRequest): void {
  savePending({ kind: 'unlock', request });
  openAuth('login');
}

function unlockWords(t: TFunction, thrown: unknown): string {
  return thrown instanceof ApiFailure && thrown.code === null && thrown.status > 0
    ? t('error.unlockStatus', { status: thrown.status })
    : errorWords(t, thrown);
}

function isAnswerLost(thrown: unknown): boolean {
  return !(thrown instanceof ApiFailure) || thrown.status === 0 || thrown.status >= 500;
}

/** `crypto.randomUUID` is missing where the page is not served over HTTPS, as on a phone in the LAN. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
