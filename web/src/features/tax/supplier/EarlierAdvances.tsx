import type { SupplierAdvances } from '@sachet/shared/tax/contracts/documents';
import { formatCount, formatRupees } from '@sachet/shared/money';
import { api } from '../../../api/client';
import { useApi } from '../../../api/use-api';
import { type TFunction, useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/Notice';
import { Section } from '../../../ui/Section';
import { useConfirmedAction } from '../../admin/frame/confirm';
import { column } from '../../admin/frame/columns';
import { type Column, DataTable } from '../../admin/frame/DataTable';

type Registration = SupplierAdvances['registrations'][number];
type Voucher = SupplierAdvances['vouchers'][number];

/** Lists the advances that earlier registrations still have, and closes those registrations. */
export function EarlierAdvances() {
  const { t } = useTranslation();
  const { data, mutate } = useApi('GET /api/admin/supplier-advances');
  const { ask, error, dialog } = useConfirmedAction(() => mutate());
  const earlier = data?.registrations.filter(({ isPresent }) => !isPresent) ?? [];
  if (!data || earlier.length === 0) return null;
  const askToClose = ({ gstin, amount, tax }: Registration) =>
    ask({
      question: t('adminSupplier.closeQuestion', {
        gstin,
        amount: formatRupees(amount),
        tax: formatRupees(tax),
      }),
      steps: [
        {
          act: async () => {
            await api('POST /api/admin/supplier-advances', { body: { gstin } });
          },
          failed: t('adminSupplier.closeFailed'),
        },
      ],
      done: t('adminSupplier.closeAsked'),
    });
  return (
    <Section
      title={t('adminSupplier.earlier')}
      text={t('adminSupplier.earlierAbout')}
      className="mt-4"
    >
      <Notice role="alert" tone="bad" compact>
        {error}
      </Notice>
      <ul className="border-t border-fold text-note">
        {earlier.map((of) => (
          <li
            key={of.gstin}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-fold py-2"
          >
            <span className="font-semibold tabular-nums">{of.gstin}</span>
            <span>
              {t('adminSupplier.left', {
                amount: formatRupees(of.amount),
                tax: formatRupees(of.tax),
                wallets: formatCount(of.wallets),
              })}
            </span>
            <span className="text-ink-soft">{toState(t, of)}</span>
            {of.amount > 0 && !isClosing(of) && (
              <Button
                size="compact"
                look="outline"
                className="ml-auto"
                onClick={() => askToClose(of)}
              >
                {t('adminSupplier.close')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {data.vouchers.length > 0 && (
        <DataTable
          label={t('adminSupplier.vouchers')}
          rows={data.vouchers}
          getKey={({ number }) => number}
          columns={getColumns(t)}
          empty={null}
        />
      )}
      {dialog}
    </Section>
  );
}

const isClosing = ({ closing }: Registration): boolean =>
  closing !== null && closing.doneAt === null;

function toState(t: TFunction, of: Registration): string | null {
  if (isClosing(of)) return t('adminSupplier.closing');
  if (of.closing === null) return null;
  return t(of.amount > 0 ? 'adminSupplier.closedRest' : 'adminSupplier.closed');
}

function getColumns(t: TFunction): Column<Voucher>[] {
  return [
    {
      head: t('studioCommon.number'),
      isTitle: true,
      cell: ({ number }) => <span className="tabular-nums">{number}</span>,
    },
    column.day(t('adminGst.day'), ({ day }) => day),
    column.id(t('studioCommon.wallet'), ({ walletId }) => walletId),
    column.money(t('adminSupplier.leftAmount'), ({ amount }) => amount),
    column.money(t('adminSupplier.leftTax'), ({ tax }) => tax),
  ];
}
