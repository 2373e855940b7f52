import type { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import { Info } from 'lucide-react';
import { providerName } from '../../../app/base/provider';
import { useTranslation } from '../../../i18n/translate';

/** Names the model that made the bought picture, or the one that will make it. */
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
          {t(generation.quality === 'quality' ? 'studioCommon.quality' : 'studioCommon.speed')}
          {boughtSize !== null && ` · ${boughtSize} px`}
        </p>
      </div>
      {final && (
        <p className="flex gap-2 text-pretty">
          <Info aria-hidden className="mt-1 size-4 shrink-0 text-ink-soft" />
          {t(finalModelId === modelId ? 'results.sameModel' : 'results.otherModel')}
        </p>
      )}
    </div>
  );
}
