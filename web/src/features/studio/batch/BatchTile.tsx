import type { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import { formatPrice } from '@sachet/shared/money';
import type { FinalSize } from '@sachet/shared/models/rate-card';
import { Check, ChevronsLeftRight, LockKeyhole } from 'lucide-react';
import { useId } from 'react';
import { useGeneration } from '../../../api/hooks';
import { toFailureWords } from '../generation/failure-words';
import { useTranslation } from '../../../i18n/translate';
import { getPrice } from '../purchase/BuyPicture';
import { Button, IconButton } from '../../../ui/Button';
import { classes } from '../../../ui/classes';
import { Spinner } from '../../../ui/Spinner';

/** One photo of a batch: its preview with a tick and a price, the bought picture, or the failure. */
export function BatchTile({
  generation,
  number,
  size,
  isTicked,
  busy,
  onTick,
  onCompare,
  onRepeat,
}: {
  generation: GenerationResult | undefined;
  number: number;
  size: FinalSize;
  isTicked: boolean;
  busy: boolean;
  onTick: (isTicked: boolean) => void;
  onCompare: () => void;
  onRepeat: (generation: GenerationResult) => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const status = generation?.status;
  const isEnded = status === 'failed' || status === 'cancelled';
  const price = generation ? getPrice(generation, size) : null;
  const canTick = generation !== undefined && isForSale(generation);
  return (
    <article
      aria-labelledby={id}
      aria-busy={status !== 'ready' && !isEnded}
      className={classes(
        'grid min-w-0 grid-rows-[auto_1fr] overflow-hidden rounded-xl border-[1.5px] bg-packet transition-colors duration-150',
        canTick && isTicked ? 'border-ink' : 'border-fold',
      )}
    >
      <h2 id={id} className="sr-only">
        {t('batch.photo', { number })}
      </h2>
      <div className="relative aspect-square bg-sunk">
        {generation && status === 'ready' ? (
          <>
            <Picture generation={generation} />
            <IconButton
              label={t('batch.compare', { number })}
              onClick={onCompare}
              className="absolute top-1 right-1 bg-[rgb(10_13_24/0.6)] text-[#fffcf5] hover:bg-[rgb(10_13_24/0.8)]"
            >
              <ChevronsLeftRight aria-hidden className="size-5" />
            </IconButton>
            {generation.unlockStatus === 'pending' && (
              <p
                role="status"
                className="absolute inset-0 grid place-content-center justify-items-center gap-2 bg-packet/80 text-note font-semibold"
              >
                <Spinner />
                {t('results.drawing')}
              </p>
            )}
          </>
        ) : isEnded ? (
          <span className="grid size-full place-items-center bg-vermilion-wash text-title font-bold text-vermilion">
            !
          </span>
        ) : (
          <span className="absolute inset-0 grid animate-breathe place-items-center bg-linear-to-t from-print-lilac/70 to-transparent">
            <LockKeyhole aria-hidden className="size-6 text-ink-soft" />
            <span role="status" className="sr-only">
              {t('results.stageQueued')}
            </span>
          </span>
        )}
        <span
          aria-hidden
          className="absolute top-1.5 left-1.5 grid min-w-7 place-items-center rounded-full bg-[rgb(10_13_24/0.6)] px-1.5 text-note leading-7 font-semibold text-[#fffcf5] tabular-nums"
        >
          {number}
        </span>
      </div>
      <div className="grid content-center border-t border-dashed border-edge">
        {generation && isEnded ? (
          <Failure generation={generation} busy={busy} onRepeat={() => onRepeat(generation)} />
        ) : canTick ? (
          <label className="flex min-h-12 cursor-pointer items-center gap-2.5 px-3 py-2 has-focus-visible:outline-[2.5px] has-focus-visible:-outline-offset-2 has-focus-visible:outline-ink">
            <input
              type="checkbox"
              checked={isTicked}
              disabled={price === null}
              aria-label={t('batch.keep', { number })}
              onChange={(event) => onTick(event.target.checked)}
              className="size-5 shrink-0 accent-ink"
            />
            <span className="min-w-0 text-note">
              <span className="font-semibold tabular-nums">
                {price === null ? '—' : formatPrice(price)}
              </span>
              {generation?.unlockStatus === 'failed' && (
                <span className="block text-vermilion">
                  {t('results.unlockFailed')}. {t('results.notCharged')}
                </span>
              )}
            </span>
          </label>
        ) : (
          <p className="flex min-h-12 items-center gap-2 px-3 py-2 text-note font-semibold tabular-nums">
            {generation?.unlocked && (
              <>
                <Check aria-hidden className="size-5 shrink-0 text-leaf" />
                {t('batch.boughtOne', { price: formatPrice(generation.charged ?? 0) })}
              </>
            )}
          </p>
        )}
      </div>
    </article>
  );
}

function Picture({ generation }: { generation: GenerationResult }) {
  const { t } = useTranslation();
  const { mutate } = useGeneration(generation.generationId);
  const { unlocked, thumbnails, imageUrl, previewImageUrl, prompt } = generation;
  const url = unlocked ? (thumbnails?.[512] ?? imageUrl) : previewImageUrl;
  return (
    url && (
      <img
        key={url}
        src={url}
        alt={t(unlocked ? 'results.imageAlt' : 'results.previewAlt', { prompt })}
        onError={() => void mutate()}
        className="size-full animate-appear object-contain"
      />
    )
  );
}

function Failure({
  generation,
  busy,
  onRepeat,
}: {
  generation: GenerationResult;
  busy: boolean;
  onRepeat: () => void;
}) {
  const { t } = useTranslation();
  const isCancelled = generation.status === 'cancelled';
  const { title, text, lang } = toFailureWords(t, generation);
  return (
    <div className="grid gap-2 p-3 text-note">
      <div role={isCancelled ? 'status' : 'alert'}>
        <p className="font-semibold">{isCancelled ? t('failure.cancelled') : title}</p>
        {!isCancelled && (
          <p lang={lang} className="wrap-anywhere">
            {text}
          </p>
        )}
        <p className="text-leaf">{t('results.notCharged')}</p>
      </div>
      <Button look="outline" size="small" busy={busy} onClick={onRepeat}>
        {t('common.tryAgain')}
      </Button>
    </div>
  );
}

/** Whether it can be ticked: a preview that is neither bought nor being bought. */
export const isForSale = ({ status, unlocked, unlockStatus }: GenerationResult): boolean =>
  status === 'ready' && !unlocked && unlockStatus !== 'pending';
