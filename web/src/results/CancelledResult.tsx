import type { GenerationResult } from '@sachet/shared/contracts/generation';
import { providerName } from '../app/provider';
import { useTranslation } from '../i18n/translate';
import { Button } from '../ui/Button';
import { Packet } from '../ui/Packet';

/** The user stopped it: nothing went wrong and nothing was paid. */
export function CancelledResult({
  generation,
  busy,
  onAgain,
}: {
  generation: GenerationResult;
  busy: boolean;
  onAgain: () => void;
}) {
  const { t } = useTranslation();
  const provider = providerName[generation.provider];
  return (
    <article aria-label={t('results.card', { provider })} className="grid min-w-0">
      <Packet className="[&>.pinked]:h-full [&>.pinked]:grid-rows-[auto_1fr]">
        <div className="crimp h-10 bg-sunk text-ink-soft" />
        <div className="grid content-center justify-items-center gap-5 border-t border-dashed border-edge p-6 py-12 text-center">
          <div role="status" className="grid gap-1">
            <p className="text-note font-semibold text-ink-soft">{provider}</p>
            <h2 className="text-title font-bold">{t('results.cancelled')}</h2>
            <p className="text-ink-soft">{t('results.notCharged')}</p>
          </div>
          <Button look="outline" busy={busy} onClick={onAgain}>
            {t('results.tryAgain')}
          </Button>
        </div>
      </Packet>
    </article>
  );
}
