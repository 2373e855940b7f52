import { formatRupees, rupeesFromPaise } from '@sachet/shared/money';
import { useTranslation } from '../../i18n/translate';

/** What the gateway said, under its own names; paise are shown as rupees. */
export function GatewayMessage({ detail }: { detail: Record<string, unknown> }) {
  const { t } = useTranslation();
  const said = Object.entries(detail).filter(([, value]) => value !== null && value !== undefined);
  if (said.length === 0) return null;
  return (
    <div className="grid gap-1">
      <h3 className="text-ink-soft">{t('adminPayments.gatewaySaid')}</h3>
      <dl className="grid grid-cols-[fit-content(50%)_minmax(0,1fr)] gap-x-4 gap-y-1 rounded-lg bg-sunk/50 p-3">
        {said.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="font-mono wrap-anywhere text-ink-soft">{name.replace(/Paise$/, '')}</dt>
            <dd className="font-mono wrap-anywhere tabular-nums">{getText(name, value)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function getText(name: string, value: unknown): string {
  if (name.endsWith('Paise') && typeof value === 'number') {
    return formatRupees(rupeesFromPaise(value));
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}
