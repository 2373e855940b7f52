import type { AspectRatio, Quality } from '@sachet/shared/contracts/vocabulary';
import { useId } from 'react';
import { providerName } from '../../../app/base/provider';
import { useFindCutting } from '../../../app/base/provider-uses';
import { formatList } from '../../../i18n/list';
import type { Messages } from '../../../i18n/en';
import { useTranslation } from '../../../i18n/translate';
import { classes } from '../../../ui/classes';
import { ScrollRow } from '../../../ui/ScrollRow';
import { ShapeOutline } from '../../../ui/ShapeOutline';

/** By purpose, the most used first; null for a shape without one. */
const purposes: [AspectRatio, keyof Messages['format'] | null][] = [
  ['1:1', 'post'],
  ['4:5', 'portrait'],
  ['9:16', 'storyAndStatus'],
  ['16:9', 'banner'],
  ['5:7', 'a4'],
  ['4:3', null],
  ['3:4', null],
];

/** A picture's ratio by what it is for. */
export function RatioPicker({
  value,
  quality,
  onChange,
}: {
  value: AspectRatio;
  quality: Quality;
  onChange: (aspectRatio: AspectRatio) => void;
}) {
  const { t, language } = useTranslation();
  const name = useId();
  const cutting = useFindCutting()(quality, value);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-note font-semibold">{t('studioCommon.purpose')}</legend>
      <ScrollRow className="sm:grid sm:grid-cols-4">
        {purposes.map(([ratio, purpose]) => (
          <label
            key={ratio}
            className={classes(
              'relative grid min-h-20 basis-18 content-center justify-items-center gap-1 rounded-lg border-[1.5px] px-1 py-2 text-center text-note leading-tight transition-colors duration-150 has-focus-visible:outline-[2.5px] has-focus-visible:outline-ink',
              ratio === value
                ? 'border-ink bg-ink text-on-ink'
                : 'border-fold bg-packet hover:border-edge',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={ratio === value}
              onChange={() => onChange(ratio)}
              className="absolute inset-0 appearance-none opacity-0"
            />
            <ShapeOutline ratio={ratio} />
            <span className="min-w-0">
              {purpose && (
                <span className="block font-semibold wrap-anywhere">{t(`format.${purpose}`)}</span>
              )}
              {purpose !== 'a4' && (
                <span className={classes('tabular-nums', purpose ? 'opacity-75' : 'font-semibold')}>
                  {ratio}
                </span>
              )}
            </span>
          </label>
        ))}
      </ScrollRow>
      {cutting.length > 0 && (
        <p role="status" className="mt-1.5 text-note text-ink-soft">
          {t('form.cutRatio', {
            providers: formatList(
              language,
              cutting.map((provider) => providerName[provider]),
              'disjunction',
            ),
          })}
        </p>
      )}
    </fieldset>
  );
}
