import { type PictureFormat, formatShapes, pictureFormats } from '@sachet/shared/formats';
import { useId } from 'react';
import { useTranslation } from '../i18n/translate';
import { ShapeOutline } from '../ui/ShapeOutline';
import { classes } from '../ui/classes';

/** The formats by purpose, and the picture as it is. */
export function FormatPicker({
  value,
  ownRatio,
  onChange,
}: {
  value: PictureFormat | null;
  /** The ratio of the picture. */
  ownRatio: string;
  onChange: (format: PictureFormat | null) => void;
}) {
  const { t } = useTranslation();
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-note font-semibold">{t('version.format')}</legend>
      <div className="grid grid-cols-4 gap-1.5">
        {[null, ...pictureFormats].map((format) => (
          <label
            key={format}
            className={classes(
              'relative grid min-h-18 content-center justify-items-center gap-1 rounded-lg border-[1.5px] px-1 py-2 text-center text-note leading-tight font-semibold transition-colors duration-150 has-focus-visible:outline-[2.5px] has-focus-visible:outline-ink',
              format === value
                ? 'border-ink bg-ink text-on-ink'
                : 'border-fold bg-packet hover:border-edge',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={format === value}
              onChange={() => onChange(format)}
              className="absolute inset-0 appearance-none opacity-0"
            />
            <ShapeOutline ratio={format ? formatShapes[format].aspectRatio : ownRatio} />
            <span className="min-w-0 wrap-anywhere">{t(`format.${format ?? 'original'}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
