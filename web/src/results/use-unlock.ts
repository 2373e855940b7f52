import type { GenerationResult } from '@sachet/shared/contracts/generation';
import { useEffect, useState } from 'react';
import { useActionError } from '../app/use-action-error';
import { unlockImage, unlockText } from '../api/actions';
import { toErrorMessage } from '../api/errors';
import { isAboutFunds, isAnswerLost, isFailure } from '../api/failure';
import { cacheGeneration, revalidateWallet } from '../api/hooks';
import { useIdempotentSend } from '../api/idempotent-send';
import { paths, revalidate } from '../api/keys';
import { useProfile } from '../api/profile';
import { whileBusy } from '../app/busy';
import { openAuth, openVerify, openWallet, useOpenDialog } from '../app/dialogs';
import { dropPending, savePending, usePending } from '../app/pending';
import type { AnyUnlockRequest } from '../app/pending-record';
import { useTranslation } from '../i18n/translate';
import { useSession } from '../session/session';
import { notify } from '../ui/Toaster';

export type Unlock = {
  unlock: (request: AnyUnlockRequest) => Promise<void>;
  busy: boolean;
  error: UnlockError | null;
};

export type UnlockError = {
  message: string;
  /** No answer came: whether it was paid for is not known here. */
  isAnswerLost: boolean;
};

/** Unlocks one generation. Pressing again after an answer got lost can never pay twice. */
export function useUnlock(generation: GenerationResult): Unlock {
  const { t } = useTranslation();
  const session = useSession();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useActionError<UnlockError>();
  const send = useIdempotentSend();

  async function unlock(request: AnyUnlockRequest): Promise<void> {
    if (session.status !== 'signed-in') return askToSignIn(request);
    const { modelId } = 'recipe' in request ? request.recipe : request;
    if (!modelId) return setError({ message: t('error.missingModel'), isAnswerLost: false });
    const finalSize = 'recipe' in request ? request.finalSize : null;
    const price =
      (finalSize === null ? generation.cost : generation.pricesNow?.[String(finalSize)]) ?? null;
    setBusy(true);
    setError(null);
    try {
      const latest = await whileBusy(() => send(request, (key) => post(request, key)), {
        isShown: true,
      });
      await cacheGeneration(session.uid, latest);
      await revalidateWallet(session.uid);
    } catch (thrown) {
      if (isFailure(thrown, 'unauthenticated')) return askToSignIn(request);
      if (isFailure(thrown, 'offer_changed')) {
        await revalidate(paths.generation(generation.generationId));
      }
      const message = toErrorMessage(t, thrown, {
        fallback: t('results.unlockFailed'),
        withStatus: (status) => t('error.unlockStatus', { status }),
      });
      setError({ message, isAnswerLost: isAnswerLost(thrown) });
      if (isAboutFunds(thrown)) openWallet(price, request);
      else if (isFailure(thrown, 'email_unverified')) askToVerify(request);
      else notify.error(message);
    } finally {
      setBusy(false);
    }
  }

  return { unlock, busy, error };
}

/** An unlock that a sign-in or a verification had interrupted goes on by itself. */
export function usePendingUnlock(generationId: string, unlock: Unlock['unlock']): void {
  const pending = usePending();
  const { data: profile } = useProfile();
  const dialog = useOpenDialog();
  const mine = pending?.kind === 'unlock' && pending.request.generationId === generationId;
  const ready = Boolean(profile) && dialog === null && mine;

  useEffect(() => {
    if (!ready || pending?.kind !== 'unlock') return;
    dropPending();
    void unlock(pending.request);
  }, [ready, pending, unlock]);
}

async function post(request: AnyUnlockRequest, key: string): Promise<GenerationResult> {
  if ('recipe' in request) return unlockImage(request, key);
  return (await unlockText(request, key)).generation;
}

function askToSignIn(request: AnyUnlockRequest): void {
  savePending({ kind: 'unlock', request });
  openAuth('login');
}

function askToVerify(request: AnyUnlockRequest): void {
  savePending({ kind: 'unlock', request });
  openVerify();
}
