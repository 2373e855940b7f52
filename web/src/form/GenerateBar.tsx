import { Provider } from '@sachet/shared/contracts/vocabulary';
import { providerName } from '../app/provider';
import { useTranslation } from '../i18n/translate';
import { Button } from '../ui/Button';
import { FieldError } from '../ui/Field';
import { Price } from '../ui/Money';

/**
 * The bar at the end of a form, which is always visible. It has the price of a result and the submit button.
 */
export function GenerateBar({
  priceLabel,
  getRupees,
  action,
  busy,
  error,
}: {
  priceLabel: string;
  getRupees: (provider: Provider) => number;
  action: string;
  busy: boolean;
  error: string | null;
}) {
  const { t } = useTranslation();
  return (
    <>
      <FieldError>{error}</FieldError>
      <div className="lower-bar -mx-4 grid gap-2.5 border-t border-dashed border-edge bg-paper px-4 py-3 md:mx-0 md:px-0 md:pb-4">
        <section
          aria-labelledby="prices"
          className="flex flex-wrap items-baseline justify-between gap-x-4"
        >
          <h2 id="prices" className="text-note font-semibold">
            {priceLabel}
          </h2>
          <dl className="flex flex-wrap gap-x-5">
            {Provider.options.map((provider) => (
              <div key={provider} className="flex items-baseline gap-1.5">
                <dt className="text-note text-ink-soft">{providerName[provider]}</dt>
                <dd className="text-lead font-bold">
                  <Price rupees={getRupees(provider)} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
        <Button type="submit" busy={busy} size="large">
          {busy ? t('form.generating') : action}
        </Button>
        <p className="text-center text-note text-ink-soft max-md:hidden pointer-coarse:hidden">
          {t('form.shortcut')}
        </p>
      </div>
    </>
  );
}
