import { useTranslation } from '../i18n/translate';

/** What was edited or written about: beside its results, and above them on a phone. */
export function OriginalPicture({
  url,
  label,
  onStale,
}: {
  url: string;
  label: string;
  onStale: () => void;
}) {
  const { t } = useTranslation();
  return (
    <figure className="flex min-w-0 items-center gap-4 self-start lg:sticky lg:top-20 lg:grid lg:gap-2">
      <a
        href={url}
        target="_blank"
        rel="noreferrer"
        className="block shrink-0 overflow-hidden rounded-xl border border-fold bg-sunk"
      >
        <img
          src={url}
          alt={t('results.originalAlt')}
          onError={onStale}
          className="size-20 object-cover lg:size-auto lg:max-h-[70svh] lg:w-full lg:object-contain"
        />
      </a>
      <figcaption className="text-note font-semibold text-ink-soft">{label}</figcaption>
    </figure>
  );
}
