import { useTranslation } from '../i18n/translate';
import { classes } from '../ui/classes';

/** What was edited or written about: beside its results, and above them on a phone. */
export function OriginalPicture({
  url,
  label,
  hasSlider,
  onStale,
}: {
  url: string;
  label: string;
  /** Whether each result shows it: a phone has no room for it twice. */
  hasSlider: boolean;
  onStale: () => void;
}) {
  const { t } = useTranslation();
  return (
    <figure
      className={classes(
        hasSlider && 'max-md:hidden',
        'flex min-w-0 items-center gap-4 self-start lg:sticky lg:top-20 lg:grid lg:gap-2',
      )}
    >
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
