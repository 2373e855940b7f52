import type { Provider } from '@sachet/shared/contracts/vocabulary';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button';
import { Packet } from '../../ui/Packet';
import { otherProvider } from '../provider';

/** An answer came, but no ideas that could be read from it (specification, section 8, "Ideas"). */
export function NoIdeas({
  why,
  provider,
  busy,
  onReplace,
}: {
  why: 'unreadable' | 'none';
  provider: Provider;
  busy: boolean;
  onReplace: (provider: Provider) => void;
}) {
  const { t } = useTranslation();
  return (
    <Packet className="max-w-xl">
      <div className="crimp h-10 bg-vermilion-wash text-vermilion" />
      <div className="grid gap-6 border-t border-dashed border-edge p-4 sm:p-6">
        <div role="alert" className="grid justify-items-start gap-4">
          <p className="text-title font-bold text-balance">{t(`ideas.${why}`)}</p>
          <p className="rounded-full bg-leaf-wash px-4 py-1.5 font-semibold">
            {t('results.notCharged')}
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          <Button busy={busy} onClick={() => onReplace(provider)}>
            {t('results.tryAgain')}
          </Button>
          <Button look="outline" disabled={busy} onClick={() => onReplace(otherProvider(provider))}>
            {t('results.tryOther')}
          </Button>
        </div>
      </div>
    </Packet>
  );
}
