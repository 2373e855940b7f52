import type { GenerationResult, Stage, UnderWay } from '@sachet/shared/studio/contracts/generation';
import type { Provider } from '@sachet/shared/contracts/vocabulary';
import { formatPrice } from '@sachet/shared/money';
import { defaultFinalSize, type FinalSize, finalSizes } from '@sachet/shared/models/rate-card';
import { isPaidTextMode } from '@sachet/shared/tools';
import { useEffect, useState } from 'react';
import { useWallet } from '../../../api/hooks';
import { providerName } from '../../../app/base/provider';
import { useStore } from '../../../browser/store';
import { finalSize } from '../form/final-size';
import { toFailureWords } from '../generation/failure-words';
import { ModelWords } from '../generation/ModelWords';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { classes } from '../../../ui/classes';
import { Price } from '../../../ui/Money';
import { Notice } from '../../../ui/Notice';
import { Segmented } from '../../../ui/Segmented';
import { Spinner } from '../../../ui/Spinner';
import { type UnlockError, useCancel, useUnlock } from './use-unlock';

/**
 * Lets the user choose a size, and shows a button with the price. For a bought picture, offers the larger
 * sizes for the difference.
 */
export function BuyPicture({
  generation,
  isCompact = false,
}: {
  generation: GenerationResult;
  /**
   * If true, the sizes are beside the button, and offered only before the purchase. Afterwards, the library
   * offers them.
   */
  isCompact?: boolean;
}) {
  const { t } = useTranslation();
  const unlocking = useUnlock([generation]);
  const wantedSize = useStore(finalSize);
  const [larger, setLarger] = useState<FinalSize | null>(null);

  const { unlocked, recipe } = generation;
  const pending = generation.unlockStatus === 'pending';
  const chosen = unlocked ? larger : wantedSize;
  const sizes = findAvailableSizes(generation);
  const wanted = pending ? (generation.unlockSize ?? chosen) : chosen;
  const size = chooseSize(generation, wanted);
  const price = getPrice(generation, size);
  if (unlocked && sizes.length === 0) return null;
  const showSizes = sizes.length > (unlocked ? 1 : 0) && !(isCompact && (unlocked || pending));

  function press() {
    if (!recipe || price === null) return;
    const { finalModelId } = generation;
    void unlocking.unlock({
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
      {showSizes && (
        <Segmented
          legend={t(unlocked ? 'results.larger' : 'studioCommon.size')}
          hideLegend
          className={isCompact ? 'basis-40 grow-9!' : undefined}
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
          // A new key creates another element, so that the focus does not stay on a button that now buys
          // something else.
          key={String(unlocked)}
          look={unlocked ? 'outline' : 'money'}
          size={unlocked || isCompact ? 'normal' : 'large'}
          className={classes('tabular-nums', isCompact && 'px-4!')}
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
    // Wider than its padded box, so that a price on a phone stays in the middle.
    <span className="-mx-1 grid py-1 leading-tight">
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
 * A purchase in progress, whose price is reserved. The user can cancel it: without limit before the provider
 * is asked, a few times a day afterwards.
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
            {[t('studioCommon.cancel'), left].filter(Boolean).join(' · ')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Explains why the unlock failed. States that nothing was charged only if the outcome is known. */
export function UnlockFailure({
  generation,
  error,
}: {
  generation: GenerationResult;
  error: UnlockError | null;
}) {
  const { t } = useTranslation();
  if (!error && generation.unlockStatus !== 'failed') return null;
  if (!error && generation.errorCode === 'cancelled') {
    return (
      <Notice role="status" className="text-note font-semibold">
        {t('results.unlockCancelled')}
      </Notice>
    );
  }
  const { mode } = generation;
  const { title, text, lang } = toFailureWords(t, generation);
  return (
    <Notice role="alert" tone="bad" className="text-note">
      <p className="font-bold text-vermilion">
        {t(error?.isAnswerLost ? 'results.noAnswer' : 'results.unlockFailed')}
      </p>
      {error ? (
        <p>{error.message}</p>
      ) : (
        <>
          <p>{title}</p>
          <p lang={lang} className="wrap-anywhere">
            {text}
          </p>
          <ModelWords generation={generation} />
        </>
      )}
      <p className="font-semibold">
        {error?.isAnswerLost
          ? t(isPaidTextMode(mode) ? `${mode}.neverTwice` : 'results.neverTwice')
          : t('results.notCharged')}
      </p>
    </Notice>
  );
}

const stageWord = {
  queued: 'stageQueued',
  asked: 'stageAsked',
  finishing: 'stageFinishing',
} as const satisfies Record<Stage, string>;

/** Shows the stage that the server reports, and the time since the start. */
export function Progress({ underWay, provider }: { underWay: UnderWay; provider: Provider }) {
  const { t } = useTranslation();
  const seconds = Math.floor(useElapsedMs(underWay) / 1000);
  const minutes = Math.floor(seconds / 60);
  return (
    <div className="flex min-w-0 items-center gap-2.5 text-note">
      <Spinner />
      <p role="status" className="min-w-0 font-semibold">
        {t(`results.${stageWord[underWay.stage]}`, { provider: providerName[provider] })}
      </p>
      {/* Hidden from screen readers, because they would announce every second. */}
      <span aria-hidden className="ml-auto shrink-0 text-ink-soft tabular-nums">
        {minutes}:{String(seconds % 60).padStart(2, '0')}
      </span>
    </div>
  );
}

/**
 * Returns the milliseconds since the start: the time that the server reported, plus the time since that
 * report.
 */
function useElapsedMs(underWay: UnderWay): number {
  const [elapsedMs, setElapsedMs] = useState(underWay.elapsedMs);
  useEffect(() => {
    const beganMs = performance.now() - underWay.elapsedMs;
    const count = () => setElapsedMs(performance.now() - beganMs);
    count();
    const timer = setInterval(count, 1000);
    return () => clearInterval(timer);
  }, [underWay]);
  return elapsedMs;
}

type Offer = Pick<GenerationResult, 'pricesNow' | 'unlocked'>;

/** Returns the price in rupees; null if the size is not for sale. */
export const getPrice = ({ pricesNow }: Offer, size: FinalSize): number | null =>
  pricesNow?.[String(size)] ?? null;

/** Returns the sizes for sale, smallest first. */
const findAvailableSizes = (offer: Offer): FinalSize[] =>
  finalSizes.filter((size) => getPrice(offer, size) !== null);

/**
 * Returns the wanted size if it is for sale. Otherwise returns the smallest size, or the largest for a bought
 * picture.
 */
function chooseSize(offer: Offer, wanted: FinalSize | null): FinalSize {
  const sizes = findAvailableSizes(offer);
  if (wanted && sizes.includes(wanted)) return wanted;
  return (offer.unlocked ? sizes.at(-1) : sizes[0]) ?? wanted ?? defaultFinalSize;
}
