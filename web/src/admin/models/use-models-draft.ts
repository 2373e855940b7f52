import {
  type AdminModelsResponse,
  isLowPrice,
  type ModelPurpose,
} from '@sachet/shared/contracts/admin-models';
import { useState } from 'react';
import { useAdminNotices } from '../../api/admin';
import { api } from '../../api/client';
import { revalidate } from '../../api/keys';
import { useTranslation } from '../../i18n/translate';
import { notify } from '../../ui/Toaster';
import { useAdminAction } from '../frame/confirm';
import {
  type Draft,
  type DraftedModel,
  emptyDraft,
  getChanges,
  type PriceName,
} from './model-changes';

/** Unsaved edits of the models over the server's data. */
export function useModelsDraft(
  data: AdminModelsResponse | undefined,
  onSaved: (answer: AdminModelsResponse) => void,
) {
  const { t } = useTranslation();
  const notices = useAdminNotices();
  const [draft, setDraft] = useState<Draft>(emptyDraft);
  const [lowPrices, setLowPrices] = useState(false);
  const mustConfirm =
    notices.data?.notices.some(({ kind }) => kind === 'default_deprecated') ?? false;
  const changes = data && getChanges(data, draft, mustConfirm);

  function setModel(key: string, change: Draft['models'][string]) {
    setDraft(({ models, ...rest }) => {
      const previous = models[key];
      const prices = { ...previous?.prices, ...change.prices };
      return { ...rest, models: { ...models, [key]: { ...previous, ...change, prices } } };
    });
  }

  /** Opens a confirmation first if a price is so low that it is probably a typo. */
  async function save() {
    const isLow = changes?.request?.updates.some(({ prices = {} }) =>
      Object.entries(prices).some(([name, usd]) => isLowPrice(name as PriceName, usd)),
    );
    if (isLow) setLowPrices(true);
    else await sending.run(false);
  }

  const sending = useAdminAction(async (confirmLowPrices: boolean) => {
    if (!changes?.request) return;
    try {
      const body = { ...changes.request, ...(confirmLowPrices && { confirmLowPrices }) };
      onSaved(await api('POST /api/admin/models', { body }));
      // Defaults that were not sent stay in the draft.
      setDraft({ ...emptyDraft, defaults: changes.isComplete ? {} : draft.defaults });
      notify.success(t('adminModels.saved'));
    } finally {
      void revalidate('/api/admin/notices');
    }
  }, t('adminModels.saveFailed'));

  return {
    changes,
    mustConfirm,
    busy: sending.busy,
    error: sending.error,
    save,
    lowPrices,
    confirmLow: () => sending.run(true),
    leaveLow: () => setLowPrices(false),
    choose: (purpose: ModelPurpose, id: string) =>
      setDraft((before) => ({ ...before, defaults: { ...before.defaults, [purpose]: id } })),
    enable: ({ key }: DraftedModel, enabled: boolean) => setModel(key, { enabled }),
    price: ({ key }: DraftedModel, name: PriceName, typed: string) =>
      setModel(key, { prices: { [name]: typed } }),
    discard: () => {
      setDraft(emptyDraft);
      sending.clearError();
    },
  };
}
