import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button';
import { useCancel } from '../results/use-change';

export function CancelButton({ generationId }: { generationId: string }) {
  const { t } = useTranslation();
  const { cancel, busy } = useCancel(generationId);
  return (
    <Button look="outline" busy={busy} className="w-fit" onClick={() => void cancel()}>
      {t('results.cancel')}
    </Button>
  );
}
