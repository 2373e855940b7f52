import type { GenerationResult } from '@sachet/shared/contracts/generation';
import { providerName } from '../app/provider';
import { useTranslation } from '../i18n/translate';

/** The model that made the purchased picture, or the one that will make it. */
export function ModelLine({ generation }: { generation: GenerationResult }) {
  const { t } = useTranslation();
  const { modelId, modelName, finalModelId, finalModelName, boughtSize } = generation;
  const final = generation.unlocked ? null : finalModelName;
  return (
    <div className="grid gap-1">
      <div className="flex min-w-0 flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-lead font-bold">{final ?? modelName}</h2>
        <p className="text-note text-ink-soft">
          {providerName[generation.provider]} · {generation.aspectRatio} ·{' '}
          {t(generation.quality === 'quality' ? 'form.qualityQuality' : 'form.qualitySpeed')}
          {boughtSize !== null && ` · ${boughtSize} px`}
        </p>
      </div>
      {final && (
        <p className="text-note text-ink-soft">
          {finalModelId === modelId
            ? t('results.sameModel', { model: final })
            : t('results.otherModel', { model: final, preview: modelName })}
        </p>
      )}
    </div>
  );
}
