import type { AdminModelsResponse, LastSync } from '@sachet/shared/models/contracts/admin-models';
import { useState } from 'react';
import { api } from '../../api/client';
import { ApiFailure } from '../../api/failure';
import { revalidate } from '../../api/keys';
import { providerName } from '../../app/base/provider';
import { useAction } from '../../app/base/use-action';
import { useLanguage } from '../../i18n/language';
import { useTranslation } from '../../i18n/translate';
import { Notice } from '../../ui/Notice';
import { MomentCell } from '../admin/frame/cells';
import { toAdminErrorMessage } from '../admin/frame/confirm';

/** Shows the sync in progress, or the result of the last one. */
export function SyncReport({ sync }: { sync: ReturnType<typeof useSync> }) {
  const { t } = useTranslation();
  const { current, last, isSeen, error } = sync;
  return (
    <>
      <div role="status" className="grid gap-1 text-note empty:hidden">
        {current && (
          <p className="-mt-3 text-ink-soft">
            {t('adminModels.asking')} <MomentCell timestamp={current.requestedAt} />
          </p>
        )}
        {!current && last && isSeen && (
          <div className="grid gap-1 rounded-lg border border-fold bg-packet px-3 py-2">
            <Result last={last} isSeen />
          </div>
        )}
      </div>
      {!current && last && !isSeen && (
        <div className="-mt-3 grid gap-1 text-note text-ink-soft">
          <Result last={last} isSeen={false} />
        </div>
      )}
      {isSeen &&
        last?.failures.map(({ provider, message }) => (
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

function Result({ last, isSeen }: { last: LastSync; isSeen: boolean }) {
  const { t } = useTranslation();
  const { deprecated, returned, failures } = last;
  const lists = { created: last.new, deprecated, returned };
  const counts = t('adminModels.counts', {
    created: last.new.length,
    deprecated: deprecated.length,
  });
  return (
    <>
      {isSeen ? (
        <p className="font-semibold">
          {t(failures.length > 0 ? 'adminModels.syncedPartly' : 'adminModels.synced')} {counts}
        </p>
      ) : (
        <p>
          {t('adminModels.lastSync')} <MomentCell timestamp={last.finishedAt} /> · {counts}
          {last.error && <span className="text-vermilion"> · {last.error}</span>}
        </p>
      )}
      {(['created', 'deprecated', 'returned'] as const).map(
        (name) =>
          lists[name].length > 0 && (
            <ModelIds key={name} title={t(`adminModels.${name}`)} ids={lists[name]} />
          ),
      )}
    </>
  );
}

/** A first sync finds all models of a provider, so more than a few IDs are folded. */
function ModelIds({ title, ids }: { title: string; ids: readonly string[] }) {
  const text = <span className="font-mono wrap-anywhere">{ids.join(', ')}</span>;
  if (ids.length <= shownIdsMax) {
    return (
      <p>
        {title}: {text}
      </p>
    );
  }
  return (
    <details>
      <summary className="w-fit cursor-pointer pointer-coarse:py-3">
        {title} ({ids.length})
      </summary>
      <p className="max-h-48 overflow-y-auto">{text}</p>
    </details>
  );
}

const shownIdsMax = 8;

/** Requests a sync. The catalogue shows its progress and result, also after a reload; `reload` reads it. */
export function useSync(
  catalogue: AdminModelsResponse | undefined,
  reload: () => Promise<unknown>,
) {
  const { t } = useTranslation();
  const language = useLanguage();
  const current = catalogue?.currentSync ?? null;
  const last = catalogue?.lastSync ?? null;
  /** The sync whose progress this page has shown. */
  const [seenId, setSeenId] = useState<string | null>(null);
  if (current && current.syncId !== seenId) setSeenId(current.syncId);
  const { run, busy, error } = useAction(
    async () => {
      try {
        const headers = { Prefer: 'respond-async' };
        const { syncId } = await api('POST /api/admin/sync-now', { headers });
        setSeenId(syncId);
      } finally {
        await Promise.allSettled([reload(), revalidate('/api/admin/notices')]);
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

  return {
    request: run,
    busy: busy || current !== null,
    current,
    last,
    isSeen: last !== null && last.syncId === seenId,
    error,
  };
}
