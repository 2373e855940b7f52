import type { GenerationResult } from '@sachet/shared/contracts/generation';
import { useTranslation } from '../i18n/translate';

/** The status and code of a failure, which a user can quote when they ask us or the provider about it. */
export function FailureDetails({
  generation: { errorStatus, errorCode },
}: {
  generation: GenerationResult;
}) {
  const { t } = useTranslation();
  const facts = [
    [t('results.status'), errorStatus?.toString() ?? '—'],
    [t('results.code'), errorCode ?? '—'],
  ] as const;
  return (
    <details className="text-note">
      <summary className="min-h-11 w-fit cursor-pointer py-2.5 text-ink-soft hover:text-ink">
        {t('results.details')}
      </summary>
      <dl className="flex flex-wrap gap-x-8 gap-y-2 pb-2">
        {facts.map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="font-semibold break-all">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
