import type { GenerationResult } from '@sachet/shared/contracts/generation';
import { providerName } from '../app/provider';
import { useTranslation } from '../i18n/translate';
import { useCancel } from '../results/use-change';
import { Button } from '../ui/Button';

export function CancelButton({ generation }: { generation: GenerationResult }) {
  const { t } = useTranslation();
  const { cancel, busy } = useCancel(generation.generationId);
  return (
    <Button
      look="outline"
      busy={busy}
      aria-label={t('results.cancelThis', { provider: providerName[generation.provider] })}
      className="w-fit"
      onClick={() => void cancel()}
    >
      {t('results.cancel')}
    </Button>
  );
}
