import { useState } from 'react';
import { useTranslation } from '../../i18n/translate';
import { Button } from '../../ui/Button';
import { monthPeriod } from './indian-moment';
import { MomentField } from './MomentField';

type Period = { from: string; to: string };

/** From a moment on, and before another; two months are one press away. */
export function PeriodFields({
  period: { from, to },
  onChange,
}: {
  period: Period;
  onChange: (change: Partial<Period>) => void;
}) {
  const { t } = useTranslation();
  const [now] = useState(() => Date.now());
  return (
    <>
      <MomentField
        className="max-md:col-span-full md:w-52"
        label={t('adminLedger.from')}
        value={from}
        onChange={(moment) => onChange({ from: moment })}
      />
      <MomentField
        className="max-md:col-span-full md:w-52"
        label={t('adminLedger.to')}
        value={to}
        onChange={(moment) => onChange({ to: moment })}
      />
      {(['thisMonth', 'lastMonth'] as const).map((name, back) => {
        const month = monthPeriod(now, back);
        return (
          <Button
            size="compact"
            look="outline"
            key={name}
            aria-pressed={month.from === from && month.to === to}
            className="aria-pressed:border-ink aria-pressed:bg-sunk"
            onClick={() => onChange(month)}
          >
            {t(`statement.${name}`)}
          </Button>
        );
      })}
    </>
  );
}
