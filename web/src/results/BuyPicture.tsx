import type { GenerationResult } from '@sachet/shared/contracts/generation';
import { formatPrice } from '@sachet/shared/money';
import type { FinalSize } from '@sachet/shared/rate-card';
import { use, useState } from 'react';
import { useTranslation } from '../i18n/translate';
import { useWallet } from '../api/hooks';
import { useStore } from '../browser/store';
import { finalSize } from '../form/final-size';
import { Button } from '../ui/Button';
import { Price } from '../ui/Money';
import { Segmented } from '../ui/Segmented';
import { PriceBarSlot } from './InPriceBar';
import { Progress } from './Progress';
import { getPrice, sizesOnSale, toSizeOffered } from './size-on-sale';
import { UnlockFailure } from './UnlockFailure';
import { useCancel } from './use-change';
import { usePendingUnlock, useUnlock } from './use-unlock';

/**
 * Which size, and the price on the button. Of a picture that was bought: what larger ones cost on top.
 */
export function BuyPicture({ generation }: { generation: GenerationResult }) {
  const { t } = useTranslation();
  const unlocking = useUnlock(generation);
  const wantedSize = useStore(finalSize);
  const [larger, setLarger] = useState<FinalSize | null>(null);
  // The bar has room for the sizes before one is bought; the library offers them all afterwards.
  const isInBar = use(PriceBarSlot) !== null;
  usePendingUnlock(generation.generationId, unlocking.unlock);

  const { unlocked, recipe } = generation;
  const pending = generation.unlockStatus === 'pending';
  const chosen = unlocked ? larger : wantedSize;
  const sizes = sizesOnSale(generation);
  const wanted = pending ? (generation.unlockSize ?? chosen) : chosen;
  const size = toSizeOffered(generation, wanted);
  const price = getPrice(generation, size);
  if (unlocked && sizes.length === 0) return null;
  const areChosen = sizes.length > (unlocked ? 1 : 0) && !(isInBar && (unlocked || pending));

  function press() {
    if (!recipe || price === null) return;
    const { generationId, finalModelId } = generation;
    void unlocking.unlock({
      generationId,
      recipe,
      finalSize: size,
      price,
      ...(finalModelId && { finalModelId }),
    });
  }

  function choose(value: string) {
    const picked = sizes.find((option) => String(option) === value);
    if (!picked || pending) return;
    if (unlocked) setLarger(picked);
    else finalSize.set(picked);
  }

  return (
    <>
      {areChosen && (
        <Segmented
          legend={t(unlocked ? 'results.larger' : 'results.size')}
          hideLegend
          value={String(size)}
          onChange={choose}
          segments={sizes.map((option) => ({
            value: String(option),
            label: (
              <SizeLabel size={option} rupees={getPrice(generation, option) ?? 0} more={unlocked} />
            ),
          }))}
        />
      )}
      <UnlockFailure generation={generation} error={unlocking.error} />
      {pending && price !== null ? (
        <Unlocking generation={generation} price={price} />
      ) : (
        <Button
          look={unlocked ? 'outline' : 'money'}
          size={unlocked ? 'normal' : 'large'}
          className="tabular-nums max-md:min-h-11"
          busy={unlocking.busy}
          disabled={price === null || !recipe}
          onClick={press}
        >
          {price === null
            ? t('error.missingModel')
            : unlocked
              ? t('results.unlockLarger', { size, price: formatPrice(price) })
              : t('results.unlock', { price: formatPrice(price) })}
        </Button>
      )}
    </>
  );
}

function SizeLabel({ size, rupees, more }: { size: FinalSize; rupees: number; more: boolean }) {
  return (
    <span className="grid py-1 leading-tight">
      <span className="tabular-nums">
        {size}
        <span className="font-normal max-lg:sr-only"> px</span>
      </span>
      <span className="font-normal">
        {more && '+'}
        <Price rupees={rupees} />
      </span>
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
  const isStoppable = free?.left !== 0;
  return (
    <div className="grid gap-2">
      {generation.underWay && (
        <Progress underWay={generation.underWay} provider={generation.provider} />
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="min-w-36 flex-1 text-note text-ink-soft">
          {t(isStoppable ? 'results.unlockingText' : 'results.willFinish', words)}
        </p>
        {isStoppable && (
          <Button
            look="outline"
            size="small"
            className="tabular-nums"
            busy={busy}
            aria-label={[t('results.cancelUnlock', words), left].filter(Boolean).join(' · ')}
            onClick={() => void cancel()}
          >
            {[t('results.cancel'), left].filter(Boolean).join(' · ')}
          </Button>
        )}
      </div>
    </div>
  );
}
