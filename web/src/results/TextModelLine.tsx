import type { GenerationResult } from '@sachet/shared/contracts/generation';
import { useTranslation } from '../i18n/translate';

/** Which model wrote it; how well it was asked to, where that is a choice. */
export function TextModelLine({ generation }: { generation: GenerationResult }) {
  const { t } = useTranslation();
  return (
    <div className="flex min-w-0 flex-wrap items-baseline justify-between gap-x-4">
      <h2 className="text-lead font-bold">{generation.modelName}</h2>
      <p className="text-note text-ink-soft">
        {generation.mode === 'general'
          ? t(generation.quality === 'quality' ? 'form.qualityQuality' : 'form.qualitySpeed')
          : t('text.free')}
      </p>
    </div>
  );
}
