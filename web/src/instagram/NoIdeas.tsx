import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button';
import { Packet } from '../ui/Packet';

/** An answer came, but no ideas that could be read from it (docs/product.md, Messages). */
export function NoIdeas({
  why,
  busy,
  onAgain,
}: {
  why: 'unreadable' | 'none';
  busy: boolean;
  onAgain: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Packet>
      <div className="crimp h-10 bg-vermilion-wash text-vermilion" />
      <div className="grid justify-items-start gap-6 border-t border-dashed border-edge p-4 sm:p-6">
        <div role="alert" className="grid justify-items-start gap-4">
          <p className="text-title font-bold text-balance">{t(`ideas.${why}`)}</p>
          <p className="rounded-full bg-leaf-wash px-4 py-1.5 font-semibold">
            {t('results.notCharged')}
          </p>
        </div>
        <Button busy={busy} onClick={onAgain}>
          {t('results.tryAgain')}
        </Button>
      </div>
    </Packet>
  );
}
