import type { ImageMode, Quality } from '@sachet/shared/contracts/vocabulary';
import { qualities } from '@sachet/shared/vocabulary';
import { type ReactNode, useState } from 'react';
import { usePictureProviders } from '../../../app/base/provider';
import { usePictureModels } from '../../../app/base/provider-uses';
import { storage } from '../../../browser/storage';
import { formatList } from '../../../i18n/list';
import { useTranslation } from '../../../i18n/translate';
import { Segmented } from '../../../ui/Segmented';

export function QualityChoice({
  value,
  onChange,
  children,
}: {
  value: Quality;
  onChange: (quality: Quality) => void;
  /** Explains what the choice means for this tool. */
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <div>
      <Segmented
        legend={t('form.quality')}
        value={value}
        onChange={onChange}
        segments={[
          { value: 'quality', label: t('studioCommon.quality') },
          { value: 'speed', label: t('studioCommon.speed') },
        ]}
      />
      <p className="mt-1.5 text-note text-ink-soft">
        {children ?? t(value === 'quality' ? 'form.qualityNote' : 'form.speedNote')}
      </p>
    </div>
  );
}

/**
 * Lets the user choose the quality, and names the models that draw the full picture. The preview is the same
 * at both qualities.
 */
export function PictureQuality({
  mode,
  value,
  onChange,
}: {
  mode: ImageMode;
  value: Quality;
  onChange: (quality: Quality) => void;
}) {
  const { t, language } = useTranslation();
  const { data } = usePictureModels();
  const models = usePictureProviders().flatMap((provider) => data?.[mode][value][provider] ?? []);
  const isPremium = value === 'quality';
  return (
    <QualityChoice value={value} onChange={onChange}>
      {models.length === 0
        ? t(isPremium ? 'form.qualityNote' : 'form.speedNote')
        : t(isPremium ? 'form.pictureQuality' : 'form.pictureSpeed', {
            models: formatList(language, models, 'disjunction'),
          })}
    </QualityChoice>
  );
}

const storageKey = 'sachet.quality';

/**
 * The chosen quality, which is stored in the browser. The default is `quality` (docs/product.md, Numbers).
 */
export function useQuality(): [Quality, (quality: Quality) => void] {
  const [quality, setQuality] = useState(
    () => qualities.find((each) => each === storage.read(storageKey)) ?? 'quality',
  );
  return [
    quality,
    (next) => {
      setQuality(next);
      storage.write(storageKey, next);
    },
  ];
}
