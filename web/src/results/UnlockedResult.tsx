import type { GenerationResult } from '@sachet/shared/contracts/generation';
import { formatPrice, formatRupees } from '@sachet/shared/money';
import { Check, Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useWallet } from '../api/hooks';
import { buttonClasses } from '../ui/Button';
import { BuyPicture } from './BuyPicture';
import { ModelLine } from './ModelLine';

export function UnlockedResult({ generation }: { generation: GenerationResult }) {
  const { t } = useTranslation();
  const { data: wallet } = useWallet();
  return (
    <div className="grid content-start gap-4 p-4 sm:p-5">
      <ModelLine generation={generation} />
      <p
        role="status"
        className="flex min-h-13 items-center gap-3 rounded-xl bg-leaf-wash px-4 py-3"
      >
        <Check aria-hidden className="size-5 shrink-0 text-leaf" />
        <span>
          {generation.charges.length > 0 && (
            <strong className="money">
              {t('results.paid', { amount: generation.charges.map(formatPrice).join(' + ') })}
            </strong>
          )}
          {wallet && (
            <span className="money">
              {' · '}
              {t('results.left', { amount: formatRupees(wallet.available) })}
            </span>
          )}
        </span>
      </p>
      {generation.imageUrl && (
        <a
          href={generation.imageUrl}
          download={`sachet-${generation.generationId}`}
          className={buttonClasses({ size: 'large' })}
        >
          <Download aria-hidden className="size-5" />
          {t('results.download')}
        </a>
      )}
      <BuyPicture generation={generation} />
    </div>
  );
}
