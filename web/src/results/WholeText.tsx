import type { GenerationResult } from '@sachet/shared/contracts/generation';
import { formatPrice, formatRupees } from '@sachet/shared/money';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useWallet } from '../api/hooks';
import { CopyButton } from '../text/CopyButton';
import { MarkdownText } from '../text/MarkdownText';
import { TextModelLine } from './TextModelLine';
import { Variations } from './Variations';

export function WholeText({ generation, text }: { generation: GenerationResult; text: string }) {
  return (
    <div className="grid grid-rows-[auto_1fr_auto] gap-4 p-4 sm:p-5">
      <TextModelLine generation={generation} />
      {generation.mode === 'instagram' ? <Variations text={text} /> : <MarkdownText text={text} />}
      {generation.mode !== 'instagram' && (
        <div className="grid gap-4">
          {generation.charged !== null && generation.charged > 0 && (
            <PaidLine charged={generation.charged} />
          )}
          <CopyButton text={text} look="ink" size="large" />
        </div>
      )}
    </div>
  );
}

function PaidLine({ charged }: { charged: number }) {
  const { t } = useTranslation();
  const { data: wallet } = useWallet();
  return (
    <p role="status" className="flex min-h-13 items-center gap-3 rounded-xl bg-leaf-wash px-4 py-3">
      <Check aria-hidden className="size-5 shrink-0 text-leaf" />
      <span>
        <strong className="money">{t('results.paid', { amount: formatPrice(charged) })}</strong>
        {wallet && (
          <span className="money">
            {' · '}
            {t('results.left', { amount: formatRupees(wallet.available) })}
          </span>
        )}
      </span>
    </p>
  );
}
