import { Provider, type ImageMode, type Quality } from '@sachet/shared/contracts/vocabulary';
import { usePictureModels } from '../api/hooks';
import { useTranslation } from '../i18n/translate';
import { QualityChoice } from './QualityChoice';

/** What the higher price buys: the preview is the same sketch, the full picture is not. */
export function PictureQuality({
  mode,
  value,
  onChange,
}: {
  mode: ImageMode;
  value: Quality;
  onChange: (quality: Quality) => void;
}) {
  const { t } = useTranslation();
  const { data } = usePictureModels();
  const models = Provider.options.flatMap((provider) => data?.[mode][value][provider] ?? []);
  const isPremium = value === 'quality';
  return (
    <QualityChoice value={value} onChange={onChange}>
      {models.length === 0
        ? t(isPremium ? 'form.qualityNote' : 'form.speedNote')
        : t(isPremium ? 'form.pictureQuality' : 'form.pictureSpeed', {
            models: models.join(t('form.or')),
          })}
    </QualityChoice>
  );
}
