import { formatRupees } from '@sachet/shared/money';
import { QrCode } from 'lucide-react';
import { useTranslation } from '../../../i18n/translate';
import { classes } from '../../../ui/classes';
import { Packet } from '../../../ui/Packet';

/** A picture of a bill, as the PDF arranges it. `hasMarks` points to what a reader needs to verify it. */
export function DrawnBill({
  hasMarks = false,
  className,
}: {
  hasMarks?: boolean;
  className?: string;
}) {
  const { t } = useTranslation();
  const mark = classes(
    'rounded px-1.5 py-0.5 font-bold text-ink',
    hasMarks ? 'bg-print-jade' : 'bg-sunk',
  );
  return (
    <div aria-hidden className={classes('w-64 max-w-full select-none', className)}>
      <Packet>
        <div className="grid gap-4 p-5 pt-7 text-note text-ink-soft">
          <div className="flex items-start justify-between gap-3">
            <div className="grid justify-items-start gap-1.5">
              <span className="font-bold text-ink">{t('bills.kind.tax-invoice')}</span>
              <span className={classes(mark, 'tabular-nums')}>TI/2627/000042</span>
            </div>
            <QrCode strokeWidth={1.5} className="size-12 shrink-0 text-ink" />
          </div>
          <div className="grid gap-1.5">
            <Line className="w-28" />
            <Line className="w-40" />
            <Line className="w-20" />
          </div>
          <div className="grid gap-2 border-y border-fold py-3">
            <Row rupees={423.73}>
              <Line className="w-20" />
            </Row>
            <Row rupees={76.27}>GST 18%</Row>
          </div>
          <Row rupees={500} className="text-body font-bold text-ink">
            <Line className="w-14 bg-edge" />
          </Row>
          <span className={classes(mark, 'justify-self-start font-mono font-normal')}>
            9f2c 61d8 04be a7f3
          </span>
        </div>
      </Packet>
    </div>
  );
}

const Line = ({ className }: { className: string }) => (
  <span className={classes('block h-1.5 max-w-full rounded-full bg-fold', className)} />
);

function Row({
  rupees,
  className,
  children,
}: {
  rupees: number;
  className?: string;
  children: React.ReactNode;
}) {
  return (
    <span className={classes('flex items-center justify-between gap-4', className)}>
      {children}
      <span className="money">{formatRupees(rupees)}</span>
    </span>
  );
}
