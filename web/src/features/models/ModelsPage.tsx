import { type Capability, ModelPurpose } from '@sachet/shared/models/contracts/admin-models';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useApi } from '../../api/use-api';
import { LoadError } from '../../app/base/Loaded';
import { providerName } from '../../app/base/provider';
import { type TFunction, useTranslation } from '../../i18n/translate';
import { paths } from '../../app/base/paths';
import { Button } from '../../ui/Button';
import { classes } from '../../ui/classes';
import { SelectField } from '../../ui/Field';
import { Segmented } from '../../ui/Segmented';
import { Skeleton } from '../../ui/Skeleton';
import { AdminPage } from '../admin/frame/AdminPage';
import type { AdminWarning } from '../admin/frame/Notices';
import { SearchField } from '../admin/frame/fields';
import { SaveBar, useLeaveGuard } from '../admin/frame/SaveBar';
import { useFilters } from '../admin/frame/use-filters';
import { type Changes, choicesFor, type DraftedModel } from './model-changes';
import { ModelDialog } from './ModelDialog';
import { ModelsTable } from './ModelsTable';
import { SyncReport, useSync } from './SyncReport';
import { useModelsDraft } from './use-models-draft';

export function ModelsPage() {
  const { t } = useTranslation();
  const { data, error, mutate } = useApi('GET /api/admin/models');
  const { filters, setFilters } = useFilters(['show', 'q', 'off'], { off: ['shown'] });
  const sync = useSync(data, () => mutate());
  const edit = useModelsDraft(data, (answer) => void mutate(answer, { revalidate: false }));
  const { changes, mustConfirm } = edit;
  const [editedKey, setEdited] = useState<string | null>(null);
  const edited = changes?.models.find(({ key }) => key === editedKey);
  const leaving = useLeaveGuard((changes?.count ?? 0) > 0);
  const found = changes && filterModels(changes.models, filters);
  const newIds = sync.isSeen ? (sync.last?.new ?? []) : [];
  const { rows, canFold } = foldModels(found, filters, new Set(newIds));
  return (
    <AdminPage
      page="models"
      warnings={getWarnings(t, changes?.models ?? [], ({ key }) => setEdited(key))}
      actions={
        <>
          <Link
            to={paths.adminBilling}
            className="inline-flex min-h-9 items-center px-2 text-note font-semibold underline underline-offset-2 pointer-coarse:min-h-11"
          >
            {t('admin.billing')}
          </Link>
          <Button
            size="compact"
            look="outline"
            busy={sync.busy}
            onClick={() => void sync.request()}
          >
            {!sync.busy && <RefreshCw aria-hidden className="size-4" />}
            {t(sync.busy ? 'adminModels.syncing' : 'adminModels.syncNow')}
          </Button>
        </>
      }
    >
      <SyncReport sync={sync} />
      {error && !data ? (
        <LoadError
          compact
          title={t('adminCommon.failedToLoad')}
          error={error}
          onRetry={() => mutate()}
        />
      ) : (
        <fieldset disabled={edit.busy} className="contents">
          <DefaultsCard changes={changes} onChoose={edit.choose} />
          <ModelFilters filters={filters} onChange={setFilters} />
          {found && rows && canFold && (
            <Button
              size="compact"
              look="outline"
              className="justify-self-start"
              onClick={() => setFilters({ off: filters.off ? '' : 'shown' })}
            >
              {filters.off
                ? t('adminModels.hideOff')
                : t('adminModels.showOff', { count: found.length - rows.length })}
            </Button>
          )}
          <ModelsTable
            models={rows}
            empty={t('adminModels.noneFound')}
            onEnable={edit.enable}
            onEdit={({ key }) => setEdited(key)}
          />
        </fieldset>
      )}
      {changes && (
        <SaveBar
          count={changes.count}
          canSave={changes.request !== null}
          busy={edit.busy}
          note={toNote(t, changes) ?? (mustConfirm && t('adminModels.confirmDefaults'))}
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
      {leaving}
    </AdminPage>
  );
}

/** Why the changes cannot be saved, or which enabled models have no price. */
function toNote(t: TFunction, { errors, models }: Changes): string | null {
  const stillDefault = errors.slice(0, 3).map(({ id }) => t('adminModels.fault_default', { id }));
  if (stillDefault.length > 0) return stillDefault.join(' ');
  const unpriced = models.filter(
    ({ enabled, isChanged, priced }) => enabled && isChanged && !priced,
  );
  if (unpriced.length === 0) return null;
  return t('adminModels.unpricedText', { ids: unpriced.map(({ id }) => id).join(', ') });
}

/** One warning that lists the enabled models without a price. */
function getWarnings(
  t: TFunction,
  models: DraftedModel[],
  onEdit: (model: DraftedModel) => void,
): AdminWarning[] {
  const unpriced = models.filter((model) => wasEnabled(model) && !model.priced);
  if (unpriced.length === 0) return [];
  const text = (
    <>
      <span className="font-semibold">
        {t('adminModels.unpriced', { number: unpriced.length })}
      </span>
      <span className="text-ink-soft">{t('adminModels.unpricedHint')}</span>
      <span className="flex flex-wrap gap-x-4">
        {unpriced.map((model) => (
          <button
            key={model.key}
            type="button"
            onClick={() => onEdit(model)}
            className="min-h-9 text-left font-semibold wrap-anywhere underline underline-offset-2 pointer-coarse:min-h-11"
          >
            {model.label}
          </button>
        ))}
      </span>
    </>
  );
  return [{ key: 'unpriced', text }];
}

/** Selects the default model for each of the six purposes (docs/product.md, Screens). */
function DefaultsCard({
  changes,
  onChoose,
}: {
  changes: Changes | undefined;
  onChoose: (purpose: ModelPurpose, id: string) => void;
}) {
  const { t } = useTranslation();
  return (
    <section
      aria-labelledby="defaults"
      className="grid gap-3 rounded-lg border border-fold bg-packet px-4 py-3"
    >
      <h2 id="defaults" className="text-body font-bold">
        {t('adminModels.defaults')}
      </h2>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {ModelPurpose.options.map((purpose) =>
          changes ? (
            <DefaultSelect
              key={purpose}
              purpose={purpose}
              changes={changes}
              onChoose={(id) => onChoose(purpose, id)}
            />
          ) : (
            <Skeleton key={purpose} className="h-[3.75rem]" />
          ),
        )}
      </div>
      {changes && !changes.isComplete && (
        <p role="status" className="text-note font-semibold text-vermilion">
          {t('adminModels.defaultsIncomplete')}
        </p>
      )}
    </section>
  );
}

function DefaultSelect({
  purpose,
  changes,
  onChoose,
}: {
  purpose: ModelPurpose;
  changes: Changes;
  onChoose: (id: string) => void;
}) {
  const { t } = useTranslation();
  const { chosen, changedPurposes, models } = changes;
  const choices = choicesFor(models, purpose).map(({ id, label, provider }) => ({
    value: id,
    label: `${label} · ${providerName[provider]}`,
  }));
  const none = {
    value: '',
    label: t(choices.length > 0 ? 'adminModels.choose' : 'adminModels.noneFits'),
  };
  return (
    <SelectField
      compact
      label={t(`admin.purpose.${purpose}`)}
      choices={chosen[purpose] === null ? [none, ...choices] : choices}
      value={chosen[purpose] ?? ''}
      aria-invalid={chosen[purpose] === null || undefined}
      onChange={(id) => id && onChoose(id)}
      className={classes(
        changedPurposes.has(purpose) && '[&_select]:border-ink [&_select]:font-semibold',
      )}
    />
  );
}

const shown = {
  '': null,
  text: ['text', 'vision'],
  image: ['image', 'image-edit'],
  embedding: ['embedding'],
} as const satisfies Record<string, readonly Capability[] | null>;
type Shown = keyof typeof shown;
const names = Object.keys(shown) as Shown[];

type Filters = { show: string; q: string; off: string };

/** The matching models, enabled ones first. */
function filterModels(models: DraftedModel[], { show, q }: Filters): DraftedModel[] {
  const wanted: readonly Capability[] | null = shown[parseShown(show)];
  const words = q.toLowerCase();
  const found = models.filter(
    ({ capabilities, id, label }) =>
      (!wanted || capabilities.some((one) => wanted.includes(one))) &&
      `${id} ${label}`.toLowerCase().includes(words),
  );
  return [...found.filter(wasEnabled), ...found.filter((model) => !wasEnabled(model))];
}

/**
 * Hides the models that are off, because a provider lists dozens of them. A search finds all models, and a filter
 * that finds only models that are off shows them. The models that a sync has just found are also shown.
 */
function foldModels(
  found: DraftedModel[] | undefined,
  { q, off }: Filters,
  newIds: ReadonlySet<string>,
): { rows: DraftedModel[] | undefined; canFold: boolean } {
  const used =
    found?.filter((model) => wasEnabled(model) || model.isChanged || newIds.has(model.id)) ?? [];
  const canFold = q === '' && used.length > 0 && used.length < (found?.length ?? 0);
  return { rows: canFold && off === '' ? used : found, canFold };
}

/** Returns the saved state, so that a row does not move while it is edited. */
const wasEnabled = ({ enabled, isChanged }: DraftedModel) => enabled !== isChanged;

const parseShown = (show: string): Shown => names.find((name) => name === show) ?? '';

/** The filters All, Text/Vision, Image and Embedding (docs/product.md, Screens). */
function ModelFilters({
  filters,
  onChange,
}: {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
}) {
  const { t } = useTranslation();
  return (
    <div
      role="search"
      aria-label={t('adminModels.filter')}
      className="grid items-end gap-2 md:flex md:justify-between"
    >
      <Segmented
        legend={t('adminModels.show')}
        hideLegend
        className="md:w-[26rem] md:[&_label]:min-h-8 md:pointer-coarse:[&_label]:min-h-11"
        segments={names.map((name) => ({
          value: name,
          label: t(`adminModels.filter_${name || 'all'}`),
        }))}
        value={parseShown(filters.show)}
        onChange={(show) => onChange({ show })}
      />
      <SearchField
        className="md:w-72"
        label={t('adminCommon.search')}
        placeholder={t('adminModels.searchHint')}
        value={filters.q}
        onChange={(q) => onChange({ q })}
      />
    </div>
  );
}
