import type { ProviderBalancesResponse } from '@sachet/shared/contracts/admin-balances';
import { useState } from 'react';
import { useActionError } from '../../app/use-action-error';
import { revalidateNotices, saveBalances } from '../../api/admin-models';
import { useLanguage } from '../../i18n/language';
import { useTranslation } from '../../i18n/translate';
import { notify } from '../../ui/Toaster';
import { toAdminErrorMessage } from '../frame/confirm';
import {
  type BalanceDraft,
  type BalanceProvider,
  balanceProviders,
  type Drafts,
  getChange,
} from './balance-changes';

/** What an admin has typed on the balances page, over what the server has said. */
export function useBalancesDraft(
  data: ProviderBalancesResponse | undefined,
  onSaved: (answer: ProviderBalancesResponse) => void,
) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [drafts, setDrafts] = useState<Drafts>({});
  const [busy, setBusy] = useState(false);
  const [error, setError] = useActionError();
  const cards = data
    ? balanceProviders.map((name) => ({
        name,
        balance: data[name],
        change: getChange(data[name], drafts[name]),
      }))
    : [];
  const changed = cards.filter(({ change }) => change.update);
  const isInvalid = cards.some(({ change: { invalid } }) => invalid.balance || invalid.threshold);

  async function save() {
    setBusy(true);
    setError(null);
    try {
      const updates = changed.map(({ name, change }) => [name, change.update] as const);
      onSaved(await saveBalances(Object.fromEntries(updates)));
      setDrafts({});
      notify.success(t('adminBalances.saved'));
    } catch (thrown) {
      setError(toAdminErrorMessage(t, language, thrown, t('adminBalances.saveFailed')));
    } finally {
      setBusy(false);
      void revalidateNotices();
    }
  }

  return {
    cards,
    count: changed.length,
    canSave: changed.length > 0 && !isInvalid,
    busy,
    error,
    save,
    set: (name: BalanceProvider, change: BalanceDraft) =>
      setDrafts((before) => ({ ...before, [name]: { ...before[name], ...change } })),
    discard: () => {
      setDrafts({});
      setError(null);
    },
  };
}
