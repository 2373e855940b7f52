import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { toErrorMessage } from '../../../api/errors';
import { isAboutFunds, isFailure, isRefused } from '../../../api/failure';
import { cacheGeneration } from '../../../api/hooks';
import { generateFrom, isCancelled } from '../photos/photo-upload';
import { sending, whileBusy } from '../../../app/base/busy';
import { openAuth, openWallet, type AuthTab } from '../../../app/base/dialogs';
import { savePending } from '../generation/pending';
import type { Request } from '../generation/request';
import { usePendingAction } from '../generation/use-pending-action';
import { useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { knownUser } from '../../../api/known-user';
import { batchMax } from './batch-photos';

export type Sending = {
  /** The photo that is being sent, from 1, and how many there are. */
  number: number;
  count: number;
};

/**
 * Sends the requests one after another, so that the first previews are made while the others are sent. The
 * address names what was started. Photos that an ended session left unsent follow after the sign-in. A limit or missing money ends the sending; another refusal skips a photo.
 */
export function useBatch(): {
  start: (requests: readonly Request[]) => Promise<void>;
  stop: () => void;
  sent: Sending | null;
  /** How many were not sent, and why. */
  failed: { count: number; reason: string | null } | null;
} {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [sent, setSent] = useState<Sending | null>(null);
  const [failed, setFailed] = useState<{ count: number; reason: string | null } | null>(null);
  const isStopped = useRef(false);
  const isLeft = useRef(false);

  function stop() {
    isStopped.current = true;
    sending.get()?.cancel();
  }

  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);

  async function start(requests: readonly Request[]): Promise<void> {
    const uid = await knownUser();
    if (uid === null) return waitForSignIn(requests, 'sign-up');
    isStopped.current = false;
    setFailed(null);
    const earlier = readBatchIds();
    const ids: string[] = [];
    let reason: string | null = null;
    for (const [index, request] of requests.entries()) {
      setSent({ number: index + 1, count: requests.length });
      try {
        const started = await whileBusy(() => generateFrom(request), { isShown: true });
        ids.push(started.generationId);
        await cacheGeneration(uid, started);
        // The user went back to the form, or to another page.
        const isShown = ids.length === 1 || readBatchIds().length > 0;
        if (isLeft.current || !isShown) break;
        const all = [...earlier, ...ids];
        await navigate(paths.batch(all), {
          replace: all.length > 1,
          preventScrollReset: all.length > 1,
        });
      } catch (thrown) {
        if (isCancelled(thrown)) break;
        if (isFailure(thrown, 'unauthenticated')) waitForSignIn(requests.slice(index), 'login');
        if (isAboutFunds(thrown)) openWallet();
        reason = toErrorMessage(t, thrown, { fallback: t('error.generate') });
        if (!isRefused(thrown) || endsAll(thrown)) break;
      }
      if (isStopped.current) break;
    }
    setSent(null);
    const count = requests.length - ids.length;
    setFailed(count > 0 ? { count, reason } : null);
  }

  usePendingAction('batch', {
    isMine: () => true,
    run: ({ requests }) => void start(requests),
  });

  return { start, stop, sent, failed };
}

/** Reads the ids of the results that the address names. */
export function readBatchIds(search = location.search): string[] {
  const named = new URLSearchParams(search).get('batch')?.split(',').filter(Boolean) ?? [];
  return [...new Set(named)].slice(0, batchMax);
}

function waitForSignIn(requests: readonly Request[], tab: AuthTab): void {
  savePending({ kind: 'batch', requests: [...requests] });
  openAuth(tab);
}

/** Whether the next photo would be refused, too. */
const endsAll = (thrown: unknown) =>
  isAboutFunds(thrown) ||
  isFailure(
    thrown,
    'unauthenticated',
    'email_unverified',
    'allowance_used_up',
    'rate_limited',
    'free_used_up',
    'free_used_up_unpaid',
    'free_used_up_unverified',
    'prompt_refused',
    'unavailable',
  );
