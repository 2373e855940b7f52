import { type ReactNode, useId } from 'react';
import { providerName } from '../../app/base/provider';
import { type TFunction, useTranslation } from '../../i18n/translate';
import { classes } from '../../ui/classes';
import { CopyId, MomentCell, StateMark } from '../admin/frame/cells';
import { column } from '../admin/frame/columns';
import { type Column, DataTable } from '../admin/frame/DataTable';
import type { DraftedModel } from './model-changes';

type Edit = {
  onEnable: (model: DraftedModel, enabled: boolean) => void;
  onEdit: (model: DraftedModel) => void;
};

export function ModelsTable({
  models,
  empty,
  ...edit
}: Edit & {
  /** undefined while the models load. */
  models: DraftedModel[] | undefined;
  empty: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <DataTable
      label={t('adminModels.catalogue')}
      columns={getColumns(t, edit)}
      rows={models}
      getKey={({ key }) => key}
      sortable
      empty={empty}
    />
  );
}

function getColumns(t: TFunction, { onEnable, onEdit }: Edit): Column<DraftedModel>[] {
  return [
    {
      head: t('adminModels.id'),
      width: 'w-58 xl:w-66',
      wraps: true,
      cell: ({ id }) => <CopyId id={id} wraps />,
      sortValue: ({ id }) => id,
    },
    {
      head: t('adminModels.label'),
      isTitle: true,
      wraps: true,
      cell: (model) => (
        <button
          type="button"
          onClick={() => onEdit(model)}
          className="text-left underline underline-offset-2 pointer-coarse:min-h-11"
        >
          {model.label}
        </button>
      ),
      sortValue: ({ label }) => label,
    },
    {
      head: t('studioCommon.provider'),
      width: 'w-20',
      from: 'lg',
      cell: ({ provider }) => providerName[provider],
      sortValue: ({ provider }) => provider,
    },
    {
      head: t('adminModels.tier'),
      width: 'w-18',
      from: 'xl',
      cell: ({ tier }) => t(`adminModels.tier_${tier}`),
      sortValue: ({ tier }) => tier,
    },
    {
      head: t('adminModels.capabilities'),
      width: 'w-40',
      from: 'xl',
      cell: ({ capabilities }) => <Capabilities names={capabilities} />,
    },
    {
      head: t('studioCommon.status'),
      width: 'w-24 xl:w-54',
      from: 'lg',
      cell: (model) => <ModelStatus model={model} />,
      sortValue: ({ status }) => status,
    },
    column.moment(t('adminModels.lastSeen'), ({ lastSeenAt }) => lastSeenAt, {
      precision: 'day',
      width: 'w-26',
      from: 'xl',
      sortValue: ({ lastSeenAt }) => lastSeenAt,
    }),
    {
      head: t('adminModels.enabled'),
      width: 'w-34',
      cell: (model) => (
        <EnabledBox model={model} onChange={(enabled) => onEnable(model, enabled)} />
      ),
      sortValue: ({ enabled }) => Number(enabled),
    },
  ];
}

function Capabilities({ names }: { names: DraftedModel['capabilities'] }) {
  const { t } = useTranslation();
  const words = names.map((name) => t(`adminModels.can.${name}`)).join(', ');
  return <span title={words}>{words}</span>;
}

/** Shows On or Off, the reason if the model cannot be disabled, and whether it has no price. */
function EnabledBox({
  model,
  onChange,
}: {
  model: DraftedModel;
  onChange: (enabled: boolean) => void;
}) {
  const { t } = useTranslation();
  const note = useId();
  const { enabled, status, isStillDefault, isChanged, label, id } = model;
  const why = getNote(model);
  return (
    <span className="flex items-center gap-x-1.5 max-md:flex-wrap">
      <label
        className={classes(
          'inline-flex items-center gap-1.5 pointer-coarse:min-h-11 pointer-coarse:min-w-11',
          isChanged && 'font-semibold',
        )}
      >
        <input
          type="checkbox"
          aria-label={`${label} (${id})`}
          aria-describedby={why ? note : undefined}
          checked={enabled}
          disabled={!enabled && status === 'deprecated'}
          onChange={(event) => onChange(event.target.checked)}
          className="size-4 accent-ink"
        />
        {t(enabled ? 'adminModels.on' : 'adminModels.off')}
      </label>
      {why && (
        <span
          id={note}
          title={t(`adminModels.${why}`)}
          className={classes('truncate', isStillDefault ? 'text-vermilion' : 'text-ink-soft')}
        >
          {t(`adminModels.${why}`)}
        </span>
      )}
    </span>
  );
}

function getNote({ status, priced, isStillDefault }: DraftedModel) {
  if (isStillDefault) return 'stillDefault';
  return priced || status === 'deprecated' ? null : 'noPrice';
}

const tones = { enabled: 'good', candidate: 'plain', deprecated: 'bad' } as const;

/** Shows the status after saving, with the date or the reason of a deprecation. */
function ModelStatus({ model }: { model: DraftedModel }) {
  const { t } = useTranslation();
  const { status, deprecatedBecause: why, shutdownAt } = model;
  return (
    <>
      <StateMark tone={tones[status]}>{t(`adminModels.${status}`)}</StateMark>{' '}
      {status === 'deprecated' && why && (
        <span className="text-ink-soft" title={t(`adminModels.because.${why}`)}>
          {t(`adminModels.because.${why}`)}
        </span>
      )}
      {status !== 'deprecated' && shutdownAt && (
        <span className="text-vermilion md:whitespace-nowrap">
          {t('adminModels.ends')} <MomentCell timestamp={shutdownAt} precision="day" />
        </span>
      )}
    </>
  );
}
