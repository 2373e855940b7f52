import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useAdminModels } from '../../api/admin-models';
import { type TFunction, useTranslation } from '../../i18n/translate';
import { paths } from '../../paths';
import { Button } from '../../ui/Button';
import { ConfirmDialog } from '../frame/confirm';
import { AdminPage } from '../frame/AdminPage';
import { ReadError } from '../frame/ReadError';
import { SaveBar, useLeaveGuard } from '../frame/SaveBar';
import { useFilters } from '../frame/use-filters';
import { DefaultsCard } from './DefaultsCard';
import type { DraftedModel } from './model-changes';
import { ModelDialog } from './ModelDialog';
import { ModelFilters, narrowed } from './ModelFilters';
import { ModelsTable } from './ModelsTable';
import { SyncReport } from './SyncReport';
import { useModelsDraft } from './use-models-draft';
import { useSync } from './use-sync';

export function ModelsPage() {
  const { t } = useTranslation();
  const { data, error, mutate } = useAdminModels();
  const { filters, setFilters } = useFilters(['show', 'q']);
  const sync = useSync(() => mutate());
  const edit = useModelsDraft(data, (answer) => void mutate(answer, { revalidate: false }));
  const { changes, mustConfirm } = edit;
  const [editedKey, setEdited] = useState<string | null>(null);
  const edited = changes?.models.find(({ key }) => key === editedKey);
  const leaving = useLeaveGuard((changes?.count ?? 0) > 0);
  return (
    <AdminPage
      page="models"
      actions={
        <>
          <Link
            to={paths.adminBilling}
            className="inline-flex min-h-9 items-center px-2 text-note font-semibold underline underline-offset-2 pointer-coarse:min-h-11"
          >
            {t('admin.billing')}
          </Link>
          <Button size="compact" look="outline" busy={sync.busy} onClick={() => void sync.sync()}>
            {!sync.busy && <RefreshCw aria-hidden className="size-4" />}
            {t(sync.busy ? 'adminModels.syncing' : 'adminModels.syncNow')}
          </Button>
        </>
      }
    >
      <SyncReport found={sync.found} error={sync.error} last={data?.lastSync} />
      {error && !data ? (
        <ReadError
          title={t('adminModels.loadFailed')}
          error={error}
          onRetry={() => void mutate()}
        />
      ) : (
        <fieldset disabled={edit.busy} className="contents">
          <DefaultsCard changes={changes} onChoose={edit.choose} />
          <ModelFilters filters={filters} onChange={setFilters} />
          <ModelsTable
            models={changes && narrowed(changes.models, filters)}
            empty={t('adminModels.noneFound')}
            onRetry={() => void mutate()}
            onEnable={edit.enable}
            onPrice={edit.price}
            onEdit={({ key }) => setEdited(key)}
          />
        </fieldset>
      )}
      {changes && (
        <SaveBar
          count={changes.count}
          canSave={changes.request !== null}
          busy={edit.busy}
          note={toErrorList(t, changes.errors) ?? (mustConfirm && t('adminModels.confirmDefaults'))}
          error={edit.error}
          onSave={() => void edit.save()}
          onDiscard={edit.discard}
        />
      )}
      {edited && (
        <ModelDialog
          model={edited}
          onSaved={(answer) => void mutate(answer, { revalidate: false })}
          onClose={() => setEdited(null)}
        />
      )}
      {edit.lowPrices && (
        <ConfirmDialog onConfirm={edit.confirmLow} onClose={edit.leaveLow}>
          {t('adminModels.confirmLow')}
        </ConfirmDialog>
      )}
      {leaving}
    </AdminPage>
  );
}

/** What has to be corrected before anything can be saved; null where nothing has. */
function toErrorList(t: TFunction, errors: DraftedModel[]): string | null {
  if (errors.length === 0) return null;
  return errors
    .slice(0, 3)
    .map(({ id, error, lacks }) => {
      if (error === 'no_price' && lacks) return t(`adminModels.fault_${lacks}`, { id });
      return t(error === 'is_default' ? 'adminModels.fault_default' : 'adminModels.fault_price', {
        id,
      });
    })
    .join(' ');
}
