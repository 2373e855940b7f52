import type { LastSync, SyncNowResponse } from '@sachet/shared/contracts/admin-models';
import { useState } from 'react';
import { api } from '../../api/client';
import { ApiFailure } from '../../api/failure';
import { revalidate } from '../../api/keys';
import { providerName } from '../../app/provider';
import { useAction } from '../../app/use-action';
import { useLanguage } from '../../i18n/language';
import { useTranslation } from '../../i18n/translate';
import { Notice } from '../../ui/Notice';
import { MomentCell } from '../frame/cells';
import { toAdminErrorMessage } from '../frame/confirm';

/**
 * Shows the result of 'Sync now'. Before a sync on this page, it shows the time and the result of the last
 * one.
 */
export function SyncReport({
  found,
  error,
  last,
}: {
  found: SyncNowResponse | null;
  error: string | null;
  last: LastSync | null | undefined;
}) {
  const { t } = useTranslation();
  return (
    <>
      <div role="status" className="grid gap-1 text-note empty:hidden">
        {found && <Found found={found} />}
      </div>
      {!found && last && (
        <p className="-mt-3 text-note text-ink-soft">
          {t('adminModels.lastSync')} <MomentCell timestamp={last.finishedAt} /> ·{' '}
          {t('adminModels.counts', { created: last.new, deprecated: last.deprecated })}
          {last.error && <span className="text-vermilion"> · {last.error}</span>}
        </p>
      )}
      {found?.failures.map(({ provider, message }) => (
        <Notice key={provider} role="alert" tone="bad" compact>
          {t('adminModels.noList', { provider: providerName[provider], message })}
        </Notice>
      ))}
      <Notice role="alert" tone="bad" compact>
        {error}
      </Notice>
    </>
  );
}

function Found({ found }: { found: SyncNowResponse }) {
  const { t } = useTranslation();
  const { deprecated, returned, failures } = found;
  const lists = { created: found.new, deprecated, returned };
  return (
    <div className="grid gap-1 rounded-lg border border-fold bg-packet px-3 py-2">
      <p className="font-semibold">
        {t(failures.length > 0 ? 'adminModels.syncedPartly' : 'adminModels.synced')}{' '}
        {t('adminModels.counts', { created: found.new.length, deprecated: deprecated.length })}
      </p>
      {(['created', 'deprecated', 'returned'] as const).map(
        (name) =>
          lists[name].length > 0 && (
            <p key={name} className="max-h-24 overflow-y-auto wrap-anywhere">
              {t(`adminModels.${name}`)}:{' '}
              <span className="font-mono">{lists[name].join(', ')}</span>
            </p>
          ),
      )}
    </div>
  );
}

/** Runs 'Sync now' and returns its result. `onDone` reloads the catalogue. */
export function useSync(onDone: () => Promise<unknown>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [found, setFound] = useState<SyncNowResponse | null>(null);
  const { run, busy, error } = useAction(
    async () => {
      setFound(null);
      try {
        // Takes up to 75 seconds, because the worker asks both providers first.
        setFound(await api('POST /api/admin/sync-now'));
      } finally {
        await Promise.allSettled([onDone(), revalidate('/api/admin/notices')]);
      }
    },
    {
      toMessage: (thrown) => {
        const isAnswered = thrown instanceof ApiFailure && thrown.serverText !== null;
        const failed = t(isAnswered ? 'adminModels.syncFailed' : 'adminModels.syncUnanswered');
        return toAdminErrorMessage(t, language, thrown, failed);
      },
    },
  );

  return { sync: run, busy, found, error };
}
