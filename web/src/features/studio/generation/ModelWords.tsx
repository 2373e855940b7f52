import type { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import { providerName } from '../../../app/base/provider';
import { useTranslation } from '../../../i18n/translate';

/** Shows what the model said in place of a result, in its own language. */
export function ModelWords({
  generation: { errorSaid, errorProvider, provider },
}: {
  generation: GenerationResult;
}) {
  const { t } = useTranslation();
  if (!errorSaid) return null;
  return (
    <figure className="mt-3 border-l-2 border-edge pl-3">
      <figcaption className="text-note font-semibold text-ink-soft">
        {t('failure.said', { provider: providerName[errorProvider ?? provider] })}
      </figcaption>
      <blockquote dir="auto" className="wrap-anywhere">
        {errorSaid}
      </blockquote>
    </figure>
  );
}
