import type {
  GenerationResult,
  UnlockImagesRequest,
} from '@sachet/shared/studio/contracts/generation';
import type { FinalSize } from '@sachet/shared/models/rate-card';
import { useState } from 'react';
import { api, toPath } from '../../../api/client';
import { toErrorMessage } from '../../../api/errors';
import { ApiFailure, isAboutFunds, isAnswerLost, isFailure, isUnsent } from '../../../api/failure';
import { cacheGeneration, revalidateWallet } from '../../../api/hooks';
import { useIdempotentSend } from '../../../api/idempotent-send';
import { revalidate, useUid } from '../../../api/keys';
import { whileBusy } from '../../../app/base/busy';
import { openAuth, openVerify, openWallet } from '../../../app/base/dialogs';
import { useActionError } from '../../../app/base/use-action-error';
import { useTranslation } from '../../../i18n/translate';
import { getPrice } from '../purchase/BuyPicture';

/**
 * Buys the ticked pictures with one press. All are bought or none, unless another purchase takes the money
 * at the same moment. Pressing again after a lost answer never pays twice: the key stays the same, and the
 * pictures that were bought are shown.
 */
export function useUnlockSeveral(): {
  unlock: (pictures: readonly GenerationResult[], finalSize: FinalSize) => Promise<void>;
  busy: boolean;
  error: string | null;
} {
  const { t } = useTranslation();
  const uid = useUid();
  const send = useIdempotentSend();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useActionError();

  async function unlock(pictures: readonly GenerationResult[], finalSize: FinalSize) {
    if (!uid) return openAuth('login');
    const body: UnlockImagesRequest = {
      finalSize,
      pictures: pictures.map((picture) => ({
        generationId: picture.generationId,
        price: getPrice(picture, finalSize) ?? 0,
        ...(picture.finalModelId && { finalModelId: picture.finalModelId }),
      })),
    };
    const total = body.pictures.reduce((sum, { price }) => sum + price, 0);
    setBusy(true);
    setError(null);
    try {
      const post = (idempotencyKey: string) =>
        api('POST /api/unlock-images', { body, idempotencyKey });
      const { generations, refused } = await whileBusy(() => send(body, post), { isShown: true });
      await Promise.all(generations.map((each) => cacheGeneration(uid, each)));
      const [first] = refused;
      if (first) {
        const { error: serverText, code } = first;
        const failure = new ApiFailure({ message: serverText, serverText, code, status: 409 });
        const reason = toErrorMessage(t, failure);
        setError(t('batch.partly', { count: refused.length, reason }));
        if (isAboutFunds(failure)) openWallet(sumPrices(pictures, refused, finalSize));
        if (isFailure(failure, 'allowance_used_up')) openVerify();
      }
    } catch (thrown) {
      if (isFailure(thrown, 'unauthenticated')) return openAuth('login');
      const isLost = isAnswerLost(thrown) && !isUnsent(thrown);
      const changed = isLost || isFailure(thrown, 'offer_changed', 'wrong_state', 'not_found');
      if (changed) {
        const reads = pictures.map(({ generationId: id }) =>
          revalidate(toPath('GET /api/generation', { id })),
        );
        await Promise.allSettled(reads);
      }
      setError(isLost ? t('batch.lost') : toErrorMessage(t, thrown));
      if (isAboutFunds(thrown)) openWallet(total);
      if (isFailure(thrown, 'email_unverified', 'allowance_used_up')) openVerify();
    } finally {
      await revalidateWallet(uid).catch(() => undefined);
      setBusy(false);
    }
  }

  return { unlock, busy, error };
}

function sumPrices(
  pictures: readonly GenerationResult[],
  refused: readonly { generationId: string }[],
  size: FinalSize,
): number {
  const ids = new Set(refused.map(({ generationId }) => generationId));
  return pictures
    .filter(({ generationId }) => ids.has(generationId))
    .reduce((sum, picture) => sum + (getPrice(picture, size) ?? 0), 0);
}
