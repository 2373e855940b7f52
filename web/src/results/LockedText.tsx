import type { GenerationResult } from '@sachet/shared/contracts/generation';
import { formatPrice } from '@sachet/shared/money';
import { useTranslation } from '../i18n/translate';
import { closedExcerpt } from '../text/closed-while-writing';
import { MarkdownText } from '../text/MarkdownText';

import { Button } from '../ui/Button';
import { TextModelLine } from './TextModelLine';
import { UnlockFailure } from './UnlockFailure';
import { usePendingUnlock, useUnlock } from './use-unlock';

/** How it begins, fading out; how long all of it is, and the price on the button. */
export function LockedText({ generation }: { generation: GenerationResult }) {
  const { t } = useTranslation();
  const { unlock, busy, error } = useUnlock(generation);
  const { generationId, modelId, previewContent, contentWords, cost } = generation;
  usePendingUnlock(generationId, unlock);
  const pending = busy || generation.unlockStatus === 'pending';
  return (
    <div className="grid grid-rows-[auto_1fr_auto] gap-4 p-4 sm:p-5">
      <TextModelLine generation={generation} />
      <div className="grid grid-rows-[auto_1fr]">
        <MarkdownText
          text={closedExcerpt(previewContent ?? '')}
          className="mask-b-from-50% mask-b-to-130%"
        />
        <CoveredLines />
      </div>
      <div className="grid gap-4">
        {contentWords !== null && (
          <p className="border-t border-dashed border-fold pt-3 text-note text-ink-soft">
            {t('text.length', { words: contentWords })}
          </p>
        )}
        {!pending && <UnlockFailure generation={generation} error={error} />}
        <Button
          look="money"
          size="large"
          className="money"
          busy={pending}
          disabled={cost === null}
          onClick={() => void unlock({ generationId, modelId })}
        >
          {cost === null
            ? t('error.missingModel')
            : t(pending ? 'results.unlocking' : 'results.unlock', { price: formatPrice(cost) })}
        </Button>
      </div>
    </div>
  );
}

const lineWidths = [100, 94, 98, 88, 96, 72, 99, 91, 97, 85, 93, 64];

/** Where the rest of it stands: lines that fade away, as far down as there is room. */
function CoveredLines() {
  return (
    <div aria-hidden className="relative mt-4 min-h-24 mask-b-from-0% mask-b-to-100%">
      <div className="absolute inset-0 grid content-start gap-3.5 overflow-hidden">
        {lineWidths.map((width) => (
          <span key={width} className="h-2.5 rounded-full bg-fold" style={{ width: `${width}%` }} />
        ))}
      </div>
    </div>
  );
}
