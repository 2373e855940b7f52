import type { Quality } from '@sachet/shared/contracts/vocabulary';
import type { ReactNode } from 'react';
import { useTranslation } from '../i18n/translate';
import { Segmented } from '../ui/Segmented';

export function QualityChoice({
  value,
  onChange,
  children,
}: {
  value: Quality;
  onChange: (quality: Quality) => void;
  /** What the choice means for this tool. */
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
          { value: 'quality', label: t('form.qualityQuality') },
          { value: 'speed', label: t('form.qualitySpeed') },
        ]}
      />
      <p className="mt-1.5 text-note text-ink-soft">
        {children ?? t(value === 'quality' ? 'form.qualityNote' : 'form.speedNote')}
      </p>
    </div>
  );
}
