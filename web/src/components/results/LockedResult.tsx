import type { GenerationResult } from '@sachet/shared/contracts/generation';
import { formatPrice } from '@sachet/shared/money';
import { defaultFinalSize, finalSizes, type FinalSize } from '@sachet/shared/rate-card';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWallet } from '../../api/hooks';
import { Button } from '../../ui/Button';
import { Price } from '../../ui/Money';
import { Segmented } from '../../ui/Segmented';
import { ModelLine } from './ModelLine';
import { UnlockFailure } from './UnlockFailure';
import { useCancel } from './use-change';
import { usePendingUnlock, useUnlock } from './use-unlock';

/** The lower half of a locked packet: which size, and the price on the button. */
export function LockedResult({ generation }: { generation: GenerationResult }) {
  const { t } = useTranslation();
  const unlocking = useUnlock(generation);
  const [chosen, setChosen] = useState<FinalSize>(defaultFinalSize);
  usePendingUnlock(generation.generationId, unlocking.unlock);

  const pending = generation.unlockStatus === 'pending';
  const size = pending ? (generation.unlockSize ?? chosen) : chosen;
  const price = generation.prices?.[String(size)] ?? null;
  const sizes = finalSizes.filter((option) => generation.prices?.[String(option)] !== undefined);

  function press() {
    if (!generation.recipe) return;
    void unlocking.unlock({
      generationId: generation.generationId,
      recipe: generation.recipe,
      finalSize: size,
    });
  }

  return (
    <div className="grid content-start gap-4 p-4 sm:p-5">
      <ModelLine generation={generation} />
      {sizes.length > 0 && (
        <Segmented
          legend={t('results.size')}
          hideLegend
          value={String(size)}
          onChange={(value) => {
            const picked = finalSizes.find((option) => String(option) === value);
            if (picked && !pending) setChosen(picked);
          }}
          segments={sizes.map((option) => ({
            value: String(option),
            label: <SizeLabel size={option} rupees={generation.prices?.[String(option)] ?? 0} />,
          }))}
        />
      )}
      <UnlockFailure generation={generation} fault={unlocking.fault} />
      {pending && price !== null ? (
        <Unlocking generation={generation} price={price} />
      ) : (
        <Button
          look="money"
          className="money min-h-13 text-lead"
          busy={unlocking.busy}
          disabled={price === null || !generation.recipe}
          onClick={press}
        >
          {price === null
            ? t('error.missingModel')
            : t('results.unlock', { price: formatPrice(price) })}
        </Button>
      )}
    </div>
  );
}

function SizeLabel({ size, rupees }: { size: FinalSize; rupees: number }) {
  return (
    <span className="grid py-1 leading-tight">
      <span className="tabular-nums">
        {size}
        <span className="font-normal max-lg:sr-only"> px</span>
      </span>
      <Price rupees={rupees} className="font-normal" />
    </span>
  );
}

/**
 * The price is set aside. Who no longer wants to wait gets it back: always before the provider is
 * asked, a few times a day afterwards.
 */
function Unlocking({ generation, price }: { generation: GenerationResult; price: number }) {
  const { t } = useTranslation();
  const { data: wallet } = useWallet();
  const { cancel, busy } = useCancel(generation.generationId);
  const words = { price: formatPrice(price) };
  const free = generation.providerAsked ? (wallet?.freeCancels ?? null) : null;
  const left = free && t('results.freeCancels', free);
  if (free?.left === 0) {
    return (
      <p role="status" className="flex min-h-13 items-center text-note text-ink-soft">
        {t('results.willFinish', words)}
      </p>
    );
  }
  return (
    <div className="flex min-h-13 flex-wrap items-center justify-between gap-x-3 gap-y-2">
      <p className="min-w-40 flex-1 text-note text-ink-soft">{t('results.unlockingText', words)}</p>
      <Button
        look="outline"
        className="tabular-nums"
        busy={busy}
        aria-label={[t('results.cancelUnlock', words), left].filter(Boolean).join(' · ')}
        onClick={() => void cancel()}
      >
        {[t('results.cancel'), left].filter(Boolean).join(' · ')}
      </Button>
    </div>
  );
}
