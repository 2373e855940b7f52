import type { ReactNode } from 'react';
import { providerName } from '../../app/provider';
import { type TFunction, useTranslation } from '../../i18n/translate';
import { CopyId, MomentCell } from '../frame/cells';
import { type Column, DataTable } from '../frame/DataTable';
import { EnabledBox } from './EnabledBox';
import type { DraftedModel, PriceName } from './model-changes';
import { ModelStatus } from './ModelStatus';
import { PriceField } from './PriceField';

type Edit = {
  onEnable: (model: DraftedModel, enabled: boolean) => void;
  onPrice: (model: DraftedModel, name: PriceName, typed: string) => void;
  onEdit: (model: DraftedModel) => void;
};

export function ModelsTable({
  models,
  empty,
  onRetry,
  ...edit
}: Edit & {
  /** undefined while they are awaited. */
  models: DraftedModel[] | undefined;
  empty: ReactNode;
  onRetry: () => void;
}) {
  const { t } = useTranslation();
  return (
    <DataTable
      label={t('adminModels.catalogue')}
      columns={getColumns(t, edit)}
      rows={models}
      getKey={({ key }) => key}
      sortable
      failed={t('adminModels.loadFailed')}
      onRetry={onRetry}
      empty={empty}
    />
  );
}

function getColumns(t: TFunction, { onEnable, onPrice, onEdit }: Edit): Column<DraftedModel>[] {
  const price = (name: PriceName, head: string): Column<DraftedModel> => ({
    key: name,
    head,
    width: 'w-20',
    align: 'end',
    cell: (model) => (
      <PriceField model={model} name={name} onChange={(typed) => onPrice(model, name, typed)} />
    ),
  });
  return [
    {
      key: 'id',
      head: t('adminModels.id'),
      width: 'w-58',
      wraps: true,
      cell: ({ id }) => <CopyId id={id} wraps />,
      sortValue: ({ id }) => id,
    },
    {
      key: 'label',
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
      key: 'provider',
      head: t('adminModels.provider'),
      width: 'w-20',
      from: 'lg',
      cell: ({ provider }) => providerName[provider],
      sortValue: ({ provider }) => provider,
    },
    {
      key: 'tier',
      head: t('adminModels.tier'),
      width: 'w-18',
      from: 'xl',
      cell: ({ tier }) => t(`adminModels.tier_${tier}`),
      sortValue: ({ tier }) => tier,
    },
    {
      key: 'capabilities',
      head: t('adminModels.capabilities'),
      width: 'w-32',
      from: 'xl',
      cell: ({ capabilities }) => <Capabilities names={capabilities} />,
    },
    {
      key: 'status',
      head: t('adminModels.status'),
      width: 'w-24',
      from: 'lg',
      cell: (model) => <ModelStatus model={model} />,
      sortValue: ({ status }) => status,
    },
    {
      key: 'lastSeen',
      head: t('adminModels.lastSeen'),
      width: 'w-26',
      from: 'xl',
      cell: ({ lastSeenAt }) => <MomentCell timestamp={lastSeenAt} precision="day" />,
      sortValue: ({ lastSeenAt }) => lastSeenAt,
    },
    price('inputPerMillionTokensUSD', t('adminModels.inputHead')),
    price('outputPerMillionTokensUSD', t('adminModels.outputHead')),
    price('perImageUSD', t('adminModels.imageHead')),
    {
      key: 'enabled',
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
