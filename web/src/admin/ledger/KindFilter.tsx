import { EventKind } from '@sachet/shared/ledger/event';
import { useId } from 'react';
import { useTranslation } from '../../i18n/translate';
import { classes } from '../../ui/classes';

/** Any number of kinds; none chosen is all. */
export function KindFilter({
  value,
  onChange,
}: {
  /** `Charged,ChargeRefunded` */
  value: string;
  onChange: (value: string) => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const chosen = value.split(',').filter(Boolean);
  const toggle = (kind: EventKind) =>
    onChange(
      (chosen.includes(kind) ? chosen.filter((other) => other !== kind) : [...chosen, kind]).join(
        ',',
      ),
    );
  return (
    <div role="group" aria-labelledby={id} className="grid gap-1">
      <p id={id} className="text-note font-semibold">
        {t('adminLedger.kind')}
      </p>
      <div className="flex flex-wrap gap-1.5">
        {EventKind.options.map((kind) => (
          <button
            key={kind}
            type="button"
            aria-pressed={chosen.includes(kind)}
            onClick={() => toggle(kind)}
            className={classes(
              'inline-flex min-h-8 items-center rounded-lg border-[1.5px] px-2.5 text-note font-medium pointer-coarse:min-h-11',
              chosen.includes(kind)
                ? 'border-ink bg-ink text-on-ink'
                : 'border-fold bg-packet hover:border-edge',
            )}
          >
            {t(`adminLedger.kinds.${kind}`)}
          </button>
        ))}
      </div>
    </div>
  );
}
