import type { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import { Columns2 } from 'lucide-react';
import { otherProvider, providerName } from '../../../app/base/provider';
import { useLanguage } from '../../../i18n/language';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { isImageMode, repeatRequest } from '../generation/request';
import { useGenerate } from '../generation/use-generate';

/**
 * A button that sends the request of a single picture to the other provider, too (docs/product.md, States).
 */
export function CompareSlot({
  generation,
  onCompared,
}: {
  generation: GenerationResult;
  onCompared: (other: GenerationResult) => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { ask, busy, error } = useGenerate();
  const other = otherProvider(generation.provider);

  async function compare() {
    const started = await ask([repeatRequest(generation, other, language)]);
    const [result] = started ?? [];
    if (result) onCompared(result);
  }

  return (
    <div className="grid min-h-56 content-center justify-items-center gap-4 rounded-xl border-[1.5px] border-dashed border-edge p-6 text-center">
      <Columns2 aria-hidden className="size-7 text-ink-soft" />
      <p className="max-w-xs text-ink-soft">
        {t(isImageMode(generation.mode) ? 'results.compareText' : 'ideas.compareText', {
          provider: providerName[other],
        })}
      </p>
      <Button look="outline" busy={busy} onClick={() => void compare()}>
        {busy ? t('results.comparing') : t('results.compare', { provider: providerName[other] })}
      </Button>
      {error && (
        <div role="alert" className="text-note">
          <p className="font-semibold text-vermilion">{t('results.compareFailed')}</p>
          <p>{error}</p>
        </div>
      )}
    </div>
  );
}
