import type { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import { Columns2 } from 'lucide-react';
import { providerName } from '../../../app/base/provider';
import { formatList } from '../../../i18n/list';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { isImageMode } from '@sachet/shared/tools';
import { useOthers } from '../generation/use-others';
import { useCompare } from './use-compare';

/**
 * Offers to send the request of a single result to another provider, too (docs/product.md, States). Absent if
 * no other provider can serve it.
 */
export function CompareSlot({
  generation,
  onCompared,
}: {
  generation: GenerationResult;
  onCompared: (other: GenerationResult) => void;
}) {
  const { t, language } = useTranslation();
  const { compare, comparing, error } = useCompare(onCompared);
  const others = useOthers()(generation);
  if (others.length === 0) return null;
  const names = others.map((other) => providerName[other]);

  return (
    <div className="grid min-h-56 content-center justify-items-center gap-4 rounded-xl border-[1.5px] border-dashed border-edge p-6 text-center">
      <Columns2 aria-hidden className="size-7 text-ink-soft" />
      <p className="max-w-xs text-ink-soft">
        {t(isImageMode(generation.mode) ? 'results.compareText' : 'ideas.compareText', {
          provider: formatList(language, names, 'disjunction'),
        })}
      </p>
      {others.map((other) => (
        <Button
          key={other}
          look="outline"
          busy={comparing === other}
          disabled={comparing !== null && comparing !== other}
          onClick={() => void compare(generation, other)}
        >
          {comparing === other
            ? t('results.comparing')
            : t('results.compare', { provider: providerName[other] })}
        </Button>
      ))}
      <CompareError error={error} />
    </div>
  );
}

/** Says that another provider could not be asked. */
export function CompareError({ error }: { error: string | null }) {
  const { t } = useTranslation();
  if (!error) return null;
  return (
    <div role="alert" className="text-note">
      <p className="font-semibold text-vermilion">{t('results.compareFailed')}</p>
      <p>{error}</p>
    </div>
  );
}
