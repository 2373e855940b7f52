import type { Provider } from '@sachet/shared/providers';
import { providerName } from '../../../app/base/provider';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { FieldError } from '../../../ui/Field';
import { Price } from '../../../ui/Money';
import { RulesNotice } from './RulesNotice';

/**
 * The bar at the end of a form, which is always visible. It has the price of a result and the submit button,
 * side by side on a phone.
 */
export function GenerateBar({
  priceLabel,
  prices,
  action,
  busy,
  error,
}: {
  priceLabel: string;
  /** The price in rupees of each provider that is asked. */
  prices: readonly (readonly [Provider, number])[];
  action: string;
  busy: boolean;
  error: string | null;
}) {
  const { t } = useTranslation();
  return (
    <>
      <RulesNotice />
      <div className="lower-bar slim-bar -mx-4 grid gap-2.5 border-t border-dashed border-edge bg-paper px-4 py-1.5 max-md:grid-cols-[auto_minmax(0,1fr)] max-md:items-center md:mx-0 md:px-0 md:pt-3 md:pb-4">
        {/* Beside the button, because the end of the form may be below the screen. */}
        <FieldError className="col-span-full font-semibold">{error}</FieldError>
        <section
          aria-labelledby="prices"
          className="md:flex md:flex-wrap md:items-baseline md:justify-between md:gap-x-4"
        >
          <h2 id="prices" className="text-note font-semibold max-md:sr-only">
            {priceLabel}
          </h2>
          <dl className="grid md:flex md:flex-wrap md:gap-x-5">
            {prices.map(([provider, rupees]) => (
              <div key={provider} className="flex items-baseline justify-between gap-1.5">
                <dt className="text-note text-ink-soft">{providerName[provider]}</dt>
                <dd className="font-bold md:text-lead">
                  <Price rupees={rupees} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
        <Button
          type="submit"
          busy={busy}
          size="large"
          className="max-md:min-h-12 max-md:px-3 max-md:text-body"
        >
          {busy ? t('form.generating') : action}
        </Button>
        <p className="text-center text-note text-ink-soft max-md:hidden pointer-coarse:hidden">
          {t('form.shortcut')}
        </p>
      </div>
    </>
  );
}
