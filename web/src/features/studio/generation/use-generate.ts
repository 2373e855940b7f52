import type { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import { useState } from 'react';
import { toErrorMessage } from '../../../api/errors';
import { isAboutFunds, isFailure, isOffline } from '../../../api/failure';
import { cacheGeneration } from '../../../api/hooks';
import { generateFrom, isCancelled } from '../photos/photo-upload';
import { whileBusy } from '../../../app/base/busy';
import { openAuth, openWallet } from '../../../app/base/dialogs';
import { savePending } from './pending';
import { useActionError } from '../../../app/base/use-action-error';
import { useTranslation } from '../../../i18n/translate';
import { knownUser } from '../../../api/known-user';
import { notify } from '../../../ui/Toaster';
import type { Request } from './request';

type Outcome = { started: GenerationResult[]; refused: unknown[] };

/**
 * Sends requests concurrently. `ask` returns the started generations; none if the user cancelled the upload.
 * It returns null if the connection is lost; if the user has to sign in first, and the requests wait until
 * then; or if money is missing, and the wallet opens instead of the results (docs/product.md, Messages).
 */
export function useGenerate(): {
  ask: (requests: Request[]) => Promise<GenerationResult[] | null>;
  busy: boolean;
  error: string | null;
} {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useActionError();

  async function ask(requests: Request[]): Promise<GenerationResult[] | null> {
    if (isOffline()) {
      setError(t('error.unsent'));
      return null;
    }
    setBusy(true);
    setError(null);
    const uid = await knownUser();
    if (uid === null) {
      setBusy(false);
      savePending({ kind: 'generate', requests });
      openAuth('sign-up');
      return null;
    }
    const { started, refused } = await whileBusy(() => send(requests));
    setBusy(false);

    const [refusal] = refused;
    if (refused.some(isAboutFunds)) {
      const words = t('error.insufficient_funds');
      setError(words);
      notify.error(words);
      openWallet();
      return null;
    }
    if (refused.some((thrown) => isFailure(thrown, 'unauthenticated'))) {
      savePending({ kind: 'generate', requests });
      openAuth('login');
      return null;
    }
    if (refusal) {
      const words = toErrorMessage(t, refusal, {
        fallback: t('error.generate'),
        withStatus: (status) => t('error.generateStatus', { status }),
      });
      if (started.length === 0) setError(words);
      notify.error(words);
    }
    await Promise.all(started.map((generation) => cacheGeneration(uid, generation)));
    return started;
  }

  return { ask, busy, error };
}

async function send(requests: Request[]): Promise<Outcome> {
  const outcomes = await Promise.allSettled(requests.map(generateFrom));
  return {
    started: outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : [])),
    refused: outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' && !isCancelled(outcome.reason)
        ? [outcome.reason as unknown]
        : [],
    ),
  };
}
