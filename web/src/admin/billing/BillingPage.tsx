import { Info, RefreshCw } from 'lucide-react';
import { revalidateNotices, useProviderBalances } from '../../api/admin-models';
import { useLanguage } from '../../i18n/language';
import { useTranslation } from '../../i18n/translate';
import { Button } from '../../ui/Button';
import { Skeleton } from '../../ui/Skeleton';
import { AdminPage } from '../frame/AdminPage';
import { ErrorNote, toAdminErrorMessage } from '../frame/confirm';
import { ReadError } from '../frame/ReadError';
import { SaveBar, useLeaveGuard } from '../frame/SaveBar';
import { BalanceCard } from './BalanceCard';
import { useBalancesDraft } from './use-balances-draft';

const titles = { openai: 'OpenAI', gemini: 'Gemini' };

export function BillingPage() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data, error, isValidating, mutate } = useProviderBalances();
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
          onClick={() => void Promise.all([mutate(), revalidateNotices()])}
        >
          {!isRefreshing && <RefreshCw aria-hidden className="size-4" />}
          {t('adminBalances.refresh')}
        </Button>
      }
    >
      <p className="flex gap-2 text-note text-ink-soft">
        <Info aria-hidden className="mt-0.5 size-4 shrink-0" />
        {t('adminBalances.info')}
      </p>
      {data && error && (
        <ErrorNote>
          {toAdminErrorMessage(t, language, error, t('adminBalances.refreshFailed'))}
        </ErrorNote>
      )}
      {!data && error && (
        <ReadError
          title={t('adminBalances.loadFailed')}
          error={error}
          onRetry={() => void mutate()}
        />
      )}
      {!data && !error && (
        <div className="grid gap-4 lg:grid-cols-2">
          <span className="sr-only">{t('shell.loading')}</span>
          <Skeleton className="h-[30rem]" />
          <Skeleton className="h-[30rem]" />
        </div>
      )}
      {data && (
        <>
          <fieldset disabled={edit.busy} className="grid min-w-0 gap-4 lg:grid-cols-2">
            {edit.cards.map(({ name, balance, change }) => (
              <BalanceCard
                key={name}
                name={titles[name]}
                balance={balance}
                change={change}
                onChange={(draft) => edit.set(name, draft)}
              />
            ))}
          </fieldset>
          <SaveBar
            count={edit.count}
            canSave={edit.canSave}
            busy={edit.busy}
            error={edit.error}
            onSave={() => void edit.save()}
            onDiscard={edit.discard}
          />
        </>
      )}
      {leaving}
    </AdminPage>
  );
}
