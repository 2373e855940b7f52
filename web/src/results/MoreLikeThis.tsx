import type { GenerationResult } from '@sachet/shared/contracts/generation';
import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../i18n/translate';
import { providerName } from '../app/provider';
import { useLanguage } from '../i18n/language';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { sameRequest } from './request';
import { useGenerate } from './use-generate';

const counts = [2, 4];

/** Several previews of the same request at once: free, and counted, as previews are. */
export function MoreLikeThis({
  generation,
  onMade,
}: {
  generation: GenerationResult;
  onMade: (generationIds: string[]) => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const { ask, busy } = useGenerate();
  const provider = providerName[generation.provider];

  async function make(count: number) {
    const request = sameRequest(generation, generation.provider, language);
    const started = await ask(Array.from({ length: count }, () => request));
    setOpen(false);
    if (started?.length) onMade(started.map(({ generationId }) => generationId));
  }

  return (
    <>
      <Button
        look="plain"
        size="small"
        aria-label={t('results.variationsOf', { provider })}
        onClick={() => setOpen(true)}
      >
        <Sparkles aria-hidden className="size-4" />
        {t('results.variations')}
      </Button>
      {isOpen && (
        <Dialog
          open
          onClose={() => setOpen(false)}
          title={t('results.variationsTitle')}
          description={t('results.variationsText', { provider })}
          closeLabel={t('shell.close')}
        >
          <div className="grid grid-cols-2 gap-3">
            {counts.map((count) => (
              <Button key={count} look="outline" busy={busy} onClick={() => void make(count)}>
                {t('results.variationsCount', { count })}
              </Button>
            ))}
          </div>
        </Dialog>
      )}
    </>
  );
}
