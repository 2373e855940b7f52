import type { GenerationResult } from '@sachet/shared/contracts/generation';
import { useTranslation } from 'react-i18next';
import { providerName } from '../provider';

export function ModelLine({ generation }: { generation: GenerationResult }) {
  const { t } = useTranslation();
  return (
    <div className="flex min-w-0 flex-wrap items-baseline justify-between gap-x-4">
      <h2 className="text-lead font-bold">{generation.modelName}</h2>
      <p className="text-note text-ink-soft">
        {providerName[generation.provider]} · {generation.aspectRatio} ·{' '}
        {t(generation.quality === 'quality' ? 'form.qualityQuality' : 'form.qualitySpeed')}
      </p>
    </div>
  );
}
