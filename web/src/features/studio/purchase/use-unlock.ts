import type {
  AnyUnlockRequest,
  GenerationResult,
  UnlockImagesResponse,
} from '@sachet/shared/studio/contracts/generation';
import { useState } from 'react';
import { api, toPath } from '../../../api/client';
import { toErrorMessage } from '../../../api/errors';
import {
  ApiFailure,
  isAboutFunds,
  isAnswerLost,
  isFailure,
  isOffline,
  isUnsent,
} from '../../../api/failure';
import { cacheGeneration, revalidateWallet } from '../../../api/hooks';
import { useIdempotentSend } from '../../../api/idempotent-send';
import { revalidate, useUid } from '../../../api/keys';
import { lacksProfile } from '../../../api/profile';
import { whileBusy } from '../../../app/base/busy';
import { openAuth, openVerify, openWallet } from '../../../app/base/dialogs';
import { savePending } from '../generation/pending';
import { useAction } from '../../../app/base/use-action';
import { useActionError } from '../../../app/base/use-action-error';
import { usePendingAction } from '../generation/use-pending-action';
import { useTranslation } from '../../../i18n/translate';
import { notify } from '../../../ui/Toaster';

export type UnlockError = {
  message: string;
  /** Whether no response arrived, so that the client does not know if the user paid. */
  isAnswerLost: boolean;
};

/** Changes when the server has begun or finished a purchase. */
const toState = ({ unlockStatus, unlocked, boughtSize }: GenerationResult) =>
  `${unlockStatus} ${unlocked} ${boughtSize}`;

/**
 * Buys one of these generations, or several pictures with one press. Pressing again after a lost response
 * never pays twice. A purchase that waits for a sign-in, a verification or money continues once there is a
 * profile and no dialog is open.
 */
export function useUnlock(generations: readonly GenerationResult[]): {
  unlock: (request: AnyUnlockRequest) => Promise<void>;
  busy: boolean;
  error: UnlockError | null;
} {
  const { t } = useTranslation();
  const uid = useUid();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useActionError<UnlockError & { state?: string }>();
  const state = generations.map(toState).join();
  const send = useIdempotentSend();

  async function unlock(request: AnyUnlockRequest): Promise<void> {
    if (isOffline()) return setError({ message: t('error.unsent'), isAnswerLost: false });
    if (!uid || lacksProfile(uid)) return waitForDialog(request, () => openAuth('login'));
    if (isWithoutModel(request)) {
      return setError({ message: t('error.missingModel'), isAnswerLost: false });
    }
    setBusy(true);
    setError(null);
    try {
      const post = (idempotencyKey: string) => postUnlock(request, idempotencyKey);
      const { generations: latest, refused } = await whileBusy(() => send(request, post), {
        isShown: true,
      });
      await Promise.all(latest.map((generation) => cacheGeneration(uid, generation)));
      const [first] = refused;
      if (first && 'pictures' in request) {
        const { error: serverText, code } = first;
        const failure = new ApiFailure({ message: serverText, serverText, code, status: 409 });
        const ids = refused.map(({ generationId }) => generationId);
        const reason = toErrorMessage(t, failure);
        setError({
          message: t('batch.partly', { count: refused.length, reason }),
          isAnswerLost: false,
        });
        openDialogFor(failure, {
          ...request,
          pictures: request.pictures.filter(({ generationId }) => ids.includes(generationId)),
        });
      }
      await revalidateWallet(uid);
    } catch (thrown) {
      if (isFailure(thrown, 'unauthenticated')) {
        return waitForDialog(request, () => openAuth('login'));
      }
      const message = toErrorMessage(t, thrown, {
        fallback: t('results.unlockFailed'),
        withStatus: (status) => t('error.unlockStatus', { status }),
      });
      const isLost = isAnswerLost(thrown) && !isUnsent(thrown);
      setError({ message, isAnswerLost: isLost, state });
      // The error of several pictures is shown beside their button, which is always visible.
      if (!openDialogFor(thrown, request) && !('pictures' in request)) notify.error(message);
      // After a lost answer, the button stays usable while the connection is missing.
      if (isLost) void readAgain(uid, toIds(request));
      else if (isFailure(thrown, 'offer_changed', 'wrong_state', 'not_found')) {
        await readAgain(uid, toIds(request));
      }
    } finally {
      setBusy(false);
    }
  }

  /** Opens the dialog that removes the cause of the failure, if there is one. The purchase then continues. */
  function openDialogFor(failure: unknown, request: AnyUnlockRequest): boolean {
    if (isAboutFunds(failure)) {
      openWallet(toPrice(request), request);
      return true;
    }
    if (!isFailure(failure, 'email_unverified', 'allowance_used_up')) return false;
    waitForDialog(request, openVerify);
    return true;
  }

  function toPrice(request: AnyUnlockRequest): number | null {
    if ('pictures' in request) return request.pictures.reduce((sum, { price }) => sum + price, 0);
    if ('recipe' in request) return request.price ?? null;
    return generations[0]?.cost ?? null;
  }

  usePendingAction('unlock', {
    isMine: ({ request }) =>
      toIds(request).every((id) => generations.some(({ generationId }) => generationId === id)),
    run: ({ request }) => void unlock(request),
  });

  // After a lost answer, the result itself says later what became of the purchase.
  const isAnswered = error?.isAnswerLost && error.state !== state;
  return { unlock, busy, error: isAnswered ? null : error };
}

async function postUnlock(
  request: AnyUnlockRequest,
  idempotencyKey: string,
): Promise<UnlockImagesResponse> {
  if ('pictures' in request) {
    return api('POST /api/unlock-images', { body: request, idempotencyKey });
  }
  if ('recipe' in request) {
    const headers = { Prefer: 'respond-async' };
    const answer = await api('POST /api/unlock-image', { body: request, headers, idempotencyKey });
    return { generations: ['generation' in answer ? answer.generation : answer], refused: [] };
  }
  const { generation } = await api('POST /api/unlock', { body: request, idempotencyKey });
  return { generations: [generation], refused: [] };
}

function isWithoutModel(request: AnyUnlockRequest): boolean {
  if ('pictures' in request) return false;
  return !('recipe' in request ? request.recipe : request).modelId;
}

function toIds(request: AnyUnlockRequest): string[] {
  if ('pictures' in request) return request.pictures.map(({ generationId }) => generationId);
  const { generationId } = 'recipe' in request ? request.recipe : request;
  return generationId === undefined ? [] : [generationId];
}

async function readAgain(uid: string, ids: readonly string[]): Promise<void> {
  const reads = ids.map((id) => revalidate(toPath('GET /api/generation', { id })));
  await Promise.allSettled([...reads, revalidateWallet(uid)]);
}

/** Opens a dialog after which the purchase continues. */
function waitForDialog(request: AnyUnlockRequest, open: () => void): void {
  savePending({ kind: 'unlock', request });
  open();
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
