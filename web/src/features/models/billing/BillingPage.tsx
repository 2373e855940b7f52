import type { ProviderBalancesResponse } from '@sachet/shared/models/contracts/admin-balances';
import { Info, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../../api/client';
import { revalidate } from '../../../api/keys';
import { useApi } from '../../../api/use-api';
import { Loaded } from '../../../app/base/Loaded';
import { balanceCards } from '../../../app/base/provider-uses';
import { useLanguage } from '../../../i18n/language';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/Notice';
import { Skeleton } from '../../../ui/Skeleton';
import { notify } from '../../../ui/Toaster';
import { AdminPage } from '../../admin/frame/AdminPage';
import { toAdminErrorMessage, useAdminAction } from '../../admin/frame/confirm';
import { SaveBar, useLeaveGuard } from '../../admin/frame/SaveBar';
import { type BalanceDraft, type BalanceProvider, type Drafts, getChange } from './balance-changes';
import { BalanceCard } from './BalanceCard';

export function BillingPage() {
  const { t } = useTranslation();
  const language = useLanguage();
  const read = useApi('GET /api/admin/provider-balances');
  const { data, error, isValidating, mutate } = read;
  const isRefreshing = data !== undefined && isValidating;
  const edit = useBalancesDraft(data, (answer) => void mutate(answer, { revalidate: false }));
  const leaving = useLeaveGuard(edit.count > 0);
  return (
    <AdminPage
      page="billing"
      actions={
        <Button
          size="compact"
          look="outline"
          busy={isRefreshing}
          onClick={() => void Promise.all([mutate(), revalidate('/api/admin/notices')])}
        >
          {!isRefreshing && <RefreshCw aria-hidden className="size-4" />}
          {t('admin.refresh')}
        </Button>
      }
    >
      <p className="flex gap-2 text-note text-ink-soft">
        <Info aria-hidden className="mt-0.5 size-4 shrink-0" />
        {t('adminBalances.info')}
      </p>
      {data && error && (
        <Notice role="alert" tone="bad" compact>
          {toAdminErrorMessage(t, language, error, t('adminBalances.refreshFailed'))}
        </Notice>
      )}
      <Loaded
        compact
        read={read}
        failed={t('adminCommon.failedToLoad')}
        loading={
          <div className="grid gap-4 lg:grid-cols-2">
            <Skeleton className="h-[30rem]" />
            <Skeleton className="h-[30rem]" />
          </div>
        }
      >
        {() => (
          <>
            <fieldset disabled={edit.save.busy} className="grid min-w-0 gap-4 lg:grid-cols-2">
              {edit.cards.map(({ name, title, balance, change }) => (
                <BalanceCard
                  key={name}
                  name={title}
                  balance={balance}
                  change={change}
                  onChange={(draft) => edit.set(name, draft)}
                />
              ))}
            </fieldset>
            <SaveBar
              count={edit.count}
              canSave={edit.canSave}
              busy={edit.save.busy}
              error={edit.save.error}
              onSave={() => void edit.save.run()}
              onDiscard={edit.discard}
            />
          </>
        )}
      </Loaded>
      {leaving}
    </AdminPage>
  );
}

/** Unsaved edits of the balances over the server's data. */
function useBalancesDraft(
  data: ProviderBalancesResponse | undefined,
  onSaved: (answer: ProviderBalancesResponse) => void,
) {
  const { t } = useTranslation();
  const [drafts, setDrafts] = useState<Drafts>({});
  const cards = data
    ? balanceCards.flatMap(({ api: name, product: title }) => {
        const balance = data[name];
        return balance ? [{ name, title, balance, change: getChange(balance, drafts[name]) }] : [];
      })
    : [];
  const changed = cards.filter(({ change }) => change.update);
  const isInvalid = cards.some(({ change: { invalid } }) => invalid.balance || invalid.threshold);

  const save = useAdminAction(async () => {
    try {
      const updates = changed.map(({ name, change }) => [name, change.update] as const);
      const body = Object.fromEntries(updates);
      onSaved(await api('POST /api/admin/provider-balances', { body }));
      setDrafts({});
      notify.success(t('adminBalances.saved'));
    } finally {
      void revalidate('/api/admin/notices');
    }
  }, t('adminBalances.saveFailed'));

  return {
    cards,
    count: changed.length,
    canSave: changed.length > 0 && !isInvalid,
    save,
    set: (name: BalanceProvider, change: BalanceDraft) =>
      setDrafts((before) => ({ ...before, [name]: { ...before[name], ...change } })),
    discard: () => {
      setDrafts({});
      save.clearError();
    },
  };
}
