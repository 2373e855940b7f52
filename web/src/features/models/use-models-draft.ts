import type {
  AdminModelsResponse,
  ModelPurpose,
} from '@sachet/shared/models/contracts/admin-models';
import { useState } from 'react';
import { useAdminNotices } from '../../api/admin';
import { api } from '../../api/client';
import { revalidate } from '../../api/keys';
import { useTranslation } from '../../i18n/translate';
import { notify } from '../../ui/Toaster';
import { useAdminAction } from '../admin/frame/confirm';
import { type Draft, type DraftedModel, emptyDraft, getChanges } from './model-changes';

/** Unsaved edits of the models over the server's data. */
export function useModelsDraft(
  data: AdminModelsResponse | undefined,
  onSaved: (answer: AdminModelsResponse) => void,
) {
  const { t } = useTranslation();
  const notices = useAdminNotices();
  const [draft, setDraft] = useState<Draft>(emptyDraft);
  const mustConfirm =
    notices.data?.notices.some(({ kind }) => kind === 'default_deprecated') ?? false;
  const changes = data && getChanges(data, draft, mustConfirm);

  const sending = useAdminAction(async () => {
    if (!changes?.request) return;
    try {
      onSaved(await api('POST /api/admin/models', { body: changes.request }));
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
    save: sending.run,
    choose: (purpose: ModelPurpose, id: string) =>
      setDraft((before) => ({ ...before, defaults: { ...before.defaults, [purpose]: id } })),
    enable: ({ key }: DraftedModel, enabled: boolean) =>
      setDraft((before) => ({ ...before, models: { ...before.models, [key]: enabled } })),
    discard: () => {
      setDraft(emptyDraft);
      sending.clearError();
    },
  };
}
