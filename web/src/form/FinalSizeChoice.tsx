import { finalSizes } from '@sachet/shared/rate-card';
import { useTranslation } from '../i18n/translate';
import { useStore } from '../browser/store';
import { Segmented } from '../ui/Segmented';
import { finalSize } from './final-size';

/** Which size the prices of a form are for; it can be changed beside the previews. */
export function FinalSizeChoice() {
  const { t } = useTranslation();
  const size = useStore(finalSize);
  return (
    <Segmented
      legend={t('form.finalSize')}
      value={String(size)}
      onChange={(value) => finalSize.set(finalSizes.find((each) => String(each) === value) ?? size)}
      segments={finalSizes.map((each) => ({ value: String(each), label: `${each} px` }))}
    />
  );
}
