import {
  type AdminModelsResponse,
  isLowPrice,
  type ModelPurpose,
} from '@sachet/shared/contracts/admin-models';
import { useState } from 'react';
import { useActionError } from '../../app/use-action-error';
import { useAdminNotices } from '../../api/admin';
import { revalidateNotices, saveModels } from '../../api/admin-models';
import { useLanguage } from '../../i18n/language';
import { useTranslation } from '../../i18n/translate';
import { notify } from '../../ui/Toaster';
import { toAdminErrorMessage } from '../frame/confirm';
import {
  type Draft,
  type DraftedModel,
  emptyDraft,
  getChanges,
  type PriceName,
} from './model-changes';

/** What an admin has set on the models page, over what the server has said. */
export function useModelsDraft(
  data: AdminModelsResponse | undefined,
  onSaved: (answer: AdminModelsResponse) => void,
) {
  const { t } = useTranslation();
  const language = useLanguage();
  const notices = useAdminNotices();
  const [draft, setDraft] = useState<Draft>(emptyDraft);
  const [busy, setBusy] = useState(false);
  const [lowPrices, setLowPrices] = useState(false);
  const [error, setError] = useActionError();
  const mustConfirm =
    notices.data?.notices.some(({ kind }) => kind === 'default_deprecated') ?? false;
  const changes = data && getChanges(data, draft, mustConfirm);

  function setModel(key: string, change: Draft['models'][string]) {
    setDraft(({ models, ...rest }) => {
      const before = models[key];
      const prices = { ...before?.prices, ...change.prices };
      return { ...rest, models: { ...models, [key]: { ...before, ...change, prices } } };
    });
  }

  /** A price that is probably a slip is saved only once it is confirmed. */
  async function save() {
    const isLow = changes?.request?.updates.some(({ prices = {} }) =>
      Object.entries(prices).some(([name, usd]) => isLowPrice(name as PriceName, usd)),
    );
    if (isLow) setLowPrices(true);
    else await send(false);
  }

  async function send(confirmLowPrices: boolean) {
    if (!changes?.request) return;
    setBusy(true);
    setError(null);
    try {
      onSaved(
        await saveModels({ ...changes.request, ...(confirmLowPrices && { confirmLowPrices }) }),
      );
      // Defaults that could not be sent stay to be seen.
      setDraft({ ...emptyDraft, defaults: changes.isComplete ? {} : draft.defaults });
      notify.success(t('adminModels.saved'));
    } catch (thrown) {
      setError(toAdminErrorMessage(t, language, thrown, t('adminModels.saveFailed')));
    } finally {
      setBusy(false);
      void revalidateNotices();
    }
  }

  return {
    changes,
    mustConfirm,
    busy,
    error,
    save,
    lowPrices,
    confirmLow: () => send(true),
    leaveLow: () => setLowPrices(false),
    choose: (purpose: ModelPurpose, id: string) =>
      setDraft((before) => ({ ...before, defaults: { ...before.defaults, [purpose]: id } })),
    enable: ({ key }: DraftedModel, enabled: boolean) => setModel(key, { enabled }),
    price: ({ key }: DraftedModel, name: PriceName, typed: string) =>
      setModel(key, { prices: { [name]: typed } }),
    discard: () => {
      setDraft(emptyDraft);
      setError(null);
    },
  };
}
