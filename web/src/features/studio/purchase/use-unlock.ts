import type { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import { useState } from 'react';
import { api, toPath } from '../../../api/client';
import { toErrorMessage } from '../../../api/errors';
import { isAboutFunds, isAnswerLost, isFailure, isOffline, isUnsent } from '../../../api/failure';
import { cacheGeneration, revalidateWallet } from '../../../api/hooks';
import { useIdempotentSend } from '../../../api/idempotent-send';
import { revalidate, useUid } from '../../../api/keys';
import { whileBusy } from '../../../app/base/busy';
import { openAuth, openVerify, openWallet } from '../../../app/base/dialogs';
import { savePending } from '../generation/pending';
import type { AnyUnlockRequest } from '@sachet/shared/studio/contracts/generation';
import { useAction } from '../../../app/base/use-action';
import { useActionError } from '../../../app/base/use-action-error';
import { usePendingAction } from '../generation/use-pending-action';
import { useTranslation } from '../../../i18n/translate';
import { useSession } from '../../../app/session/session';
import { notify } from '../../../ui/Toaster';

export type UnlockError = {
  message: string;
  /** Whether no response arrived, so that the client does not know if the user paid. */
  isAnswerLost: boolean;
};

/**
 * Unlocks one generation. Pressing again after a lost response never pays twice. An unlock that waits for a
 * sign-in or a verification continues once there is a profile and no dialog is open.
 */
export function useUnlock(generation: GenerationResult): {
  unlock: (request: AnyUnlockRequest) => Promise<void>;
  busy: boolean;
  error: UnlockError | null;
} {
  const { t } = useTranslation();
  const session = useSession();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useActionError<UnlockError>();
  const send = useIdempotentSend();
  const { generationId } = generation;

  async function unlock(request: AnyUnlockRequest): Promise<void> {
    if (isOffline()) return setError({ message: t('error.unsent'), isAnswerLost: false });
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
        await revalidate(toPath('GET /api/generation', { id: generationId }));
      }
      const message = toErrorMessage(t, thrown, {
        fallback: t('results.unlockFailed'),
        withStatus: (status) => t('error.unlockStatus', { status }),
      });
      setError({ message, isAnswerLost: isAnswerLost(thrown) && !isUnsent(thrown) });
      if (isAboutFunds(thrown)) openWallet(price, request);
      else if (isFailure(thrown, 'email_unverified', 'allowance_used_up')) askToVerify(request);
      else notify.error(message);
    } finally {
      setBusy(false);
    }
  }

  usePendingAction('unlock', {
    isMine: ({ request }) =>
      ('recipe' in request ? request.recipe : request).generationId === generationId,
    run: ({ request }) => void unlock(request),
  });

  return { unlock, busy, error };
}

async function post(request: AnyUnlockRequest, idempotencyKey: string): Promise<GenerationResult> {
  if ('recipe' in request) {
    const headers = { Prefer: 'respond-async' };
    const answer = await api('POST /api/unlock-image', { body: request, headers, idempotencyKey });
    return 'generation' in answer ? answer.generation : answer;
  }
  return (await api('POST /api/unlock', { body: request, idempotencyKey })).generation;
}

function askToSignIn(request: AnyUnlockRequest): void {
  savePending({ kind: 'unlock', request });
  openAuth('login');
}

function askToVerify(request: AnyUnlockRequest): void {
  savePending({ kind: 'unlock', request });
  openVerify();
}

/** Cancels a preview or a purchase that is in progress. */
export function useCancel(generationId: string): { cancel: () => Promise<boolean>; busy: boolean } {
  const { t } = useTranslation();
  const uid = useUid();
  const { run, busy } = useAction(
    async () => {
      if (!uid) return;
      try {
        await whileBusy(() => cancelFor(uid), { isShown: true });
      } catch (thrown) {
        // The work ended a moment before the request. The card shows the result.
        if (isFailure(thrown, 'wrong_state')) notify.info(t('results.tooLate'));
        else if (isFailure(thrown, 'no_free_cancels')) notify.info(toErrorMessage(t, thrown));
        else throw thrown;
      }
    },
    { toast: true },
  );

  async function cancelFor(owner: string): Promise<void> {
    try {
      const body = { generationId };
      await cacheGeneration(owner, await api('POST /api/cancel-generation', { body }));
    } finally {
      // Reads the wallet, which contains the number of free cancels that are left.
      await revalidateWallet(owner);
    }
  }

  return { cancel: run, busy };
}
