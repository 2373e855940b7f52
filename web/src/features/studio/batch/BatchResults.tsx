import type { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import { formatPrice, formatRupees } from '@sachet/shared/money';
import { type FinalSize, finalSizes } from '@sachet/shared/models/rate-card';
import { ArrowLeft, Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { api } from '../../../api/client';
import { useGenerations, useWallet } from '../../../api/hooks';
import { usePageTitle } from '../../../browser/page-title';
import { useDownload } from '../../../app/base/use-download';
import { useStore } from '../../../browser/store';
import { finalSize } from '../form/final-size';
import { repeatRequest } from '../generation/request';
import { useGenerate } from '../generation/use-generate';
import { useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { getPrice } from '../purchase/BuyPicture';
import { useUnlock } from '../purchase/use-unlock';
import { Button, buttonClasses } from '../../../ui/Button';
import { classes } from '../../../ui/classes';
import { Notice } from '../../../ui/Notice';
import { Segmented } from '../../../ui/Segmented';
import { Spinner } from '../../../ui/Spinner';
import { BatchTile, isForSale } from './BatchTile';
import { Comparison } from './Comparison';
import type { Sending, useBatch } from './use-batch';

/** The previews as they appear, ticks for those to keep, and one price for all that are ticked. */
export function BatchResults({
  generationIds,
  batch,
  takesFocus,
}: {
  generationIds: readonly string[];
  batch: ReturnType<typeof useBatch>;
  takesFocus: boolean;
}) {
  const { t, language } = useTranslation();
  usePageTitle(t('batch.results'));
  const navigate = useNavigate();
  const all = useGenerations(generationIds).map(({ data }) => data);
  const loaded = all.filter((generation) => generation !== undefined);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [compared, setCompared] = useState<string | null>(null);
  const wantedSize = useStore(finalSize);
  const { unlock, busy: unlocking, error } = useUnlock(loaded);
  const { ask, busy: asking } = useGenerate();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);

  const forSale = loaded.filter(isForSale);
  const sizes = findSizes(forSale);
  const size = sizes.includes(wantedSize) ? wantedSize : (sizes[0] ?? wantedSize);
  const chosen = forSale.filter(({ generationId }) => ticked.has(generationId));
  const bought = loaded.filter(({ unlocked }) => unlocked);

  function tick(ids: readonly string[], isTicked: boolean) {
    setTicked((known) => {
      const next = new Set(known);
      for (const id of ids)
        if (isTicked) next.add(id);
        else next.delete(id);
      return next;
    });
  }

  /** All ticked pictures are bought or none, unless another purchase takes the money at the same moment. */
  function buy() {
    void unlock({
      finalSize: size,
      pictures: chosen.map(({ generationId, finalModelId, ...offer }) => ({
        generationId,
        price: getPrice(offer, size) ?? 0,
        ...(finalModelId && { finalModelId }),
      })),
    });
  }

  async function repeat(generation: GenerationResult) {
    const [next] = (await ask([repeatRequest(generation, generation.provider, language)])) ?? [];
    if (!next) return;
    const ids = generationIds.map((id) =>
      id === generation.generationId ? next.generationId : id,
    );
    await navigate(paths.batch(ids), { replace: true, preventScrollReset: true });
  }

  const allIds = forSale.map(({ generationId }) => generationId);
  const areAllTicked = allIds.length > 0 && allIds.every((id) => ticked.has(id));
  return (
    <div className="grid content-start gap-4 pt-6 md:pt-8">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h1 ref={heading} tabIndex={-1} className="text-title font-bold outline-none">
          {t('batch.results')}
        </h1>
        <Link to={paths.batch([])} className={buttonClasses({ look: 'plain', size: 'small' })}>
          <ArrowLeft aria-hidden className="size-4" />
          {t('results.backToEdit')}
        </Link>
      </div>
      <div className="flex items-center justify-between gap-3">
        <p className="line-clamp-2 min-w-0 text-ink-soft">{loaded[0]?.prompt}</p>
        {allIds.length > 1 && (
          <Button
            look="outline"
            size="small"
            className="shrink-0"
            onClick={() => tick(allIds, !areAllTicked)}
          >
            {t(areAllTicked ? 'batch.none' : 'batch.all')}
          </Button>
        )}
      </div>
      {batch.sent && <SendingLine sent={batch.sent} onStop={batch.stop} />}
      {batch.failed && !batch.sent && (
        <Notice role="alert" tone="bad" className="text-note">
          {t('batch.refused', { count: batch.failed.count })} {batch.failed.reason}
        </Notice>
      )}
      {sizes.length > 1 && (
        <Segmented
          legend={t('batch.size')}
          value={String(size)}
          onChange={(value) =>
            finalSize.set(finalSizes.find((each) => String(each) === value) ?? size)
          }
          segments={sizes.map((each) => ({ value: String(each), label: `${each} px` }))}
          className="sm:justify-self-start sm:min-w-96"
        />
      )}
      <ol className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5 lg:gap-4">
        {generationIds.map((id, index) => (
          <li key={id} className="grid min-w-0">
            <BatchTile
              generation={all[index]}
              number={index + 1}
              size={size}
              isTicked={ticked.has(id)}
              busy={asking || batch.sent !== null}
              onTick={(isTicked) => tick([id], isTicked)}
              onCompare={() => setCompared(id)}
              onRepeat={(generation) => void repeat(generation)}
            />
          </li>
        ))}
      </ol>
      <BuyBar
        chosen={chosen}
        size={size}
        bought={bought}
        count={generationIds.length}
        error={error && (error.isAnswerLost ? t('batch.lost') : error.message)}
        busy={unlocking}
        onBuy={buy}
      />
      {compared && (
        <Comparison
          generations={loaded}
          numbers={generationIds}
          shownId={compared}
          onShow={setCompared}
          onClose={() => setCompared(null)}
        />
      )}
    </div>
  );
}

/** The sizes that every preview is sold in. */
function findSizes(forSale: readonly GenerationResult[]): FinalSize[] {
  if (forSale.length === 0) return [];
  return finalSizes.filter((size) => forSale.every((each) => getPrice(each, size) !== null));
}

function BuyBar({
  chosen,
  size,
  bought,
  count,
  error,
  busy,
  onBuy,
}: {
  chosen: readonly GenerationResult[];
  size: FinalSize;
  bought: readonly GenerationResult[];
  count: number;
  error: string | null;
  busy: boolean;
  onBuy: () => void;
}) {
  const { t } = useTranslation();
  const { data: wallet } = useWallet();
  const { busy: downloading, start } = useDownload<'zip'>();
  const total = chosen.reduce((sum, each) => sum + (getPrice(each, size) ?? 0), 0);
  const missing = wallet ? total - wallet.available : 0;
  const isOver = bought.length >= count && chosen.length === 0;
  const after =
    chosen.length > 0 &&
    wallet &&
    (missing > 0
      ? t('batch.short', {
          amount: formatRupees(wallet.available),
          missing: formatPrice(Math.ceil(missing)),
        })
      : t('results.left', { amount: formatRupees(wallet.available - total) }));

  async function download() {
    const body = { generationIds: bought.map(({ generationId }) => generationId) };
    const link = document.createElement('a');
    link.href = (await api('POST /api/library/zip', { body })).url;
    link.download = '';
    link.click();
  }

  return (
    <div className="lower-bar -mx-4 grid border-t border-dashed border-edge bg-paper px-4 py-1.5 md:mx-0 md:px-0 md:pt-3 md:pb-4">
      {error && (
        <Notice role="alert" tone="bad" className="mb-2 text-note font-semibold">
          {error}
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-x-2 md:gap-x-4">
        <p
          role="status"
          className="min-w-0 basis-full text-note text-ink-soft tabular-nums not-empty:mb-1 md:flex-1 md:basis-56"
        >
          {bought.length > 0 && (
            <strong className="text-ink">
              {t('batch.bought', { bought: bought.length, count })}
            </strong>
          )}
          {bought.length > 0 && after && ' · '}
          {after}
        </p>
        {bought.length > 0 && (
          <Button
            look="outline"
            size="small"
            className={isOver ? 'max-md:flex-1' : 'max-md:px-3'}
            busy={downloading !== null}
            onClick={() => void start('zip', download)}
          >
            <Download aria-hidden className="size-5" />
            <span className={isOver ? undefined : 'max-md:sr-only'}>
              {t('batch.download', { count: bought.length })}
            </span>
          </Button>
        )}
        {!isOver && (
          <Button
            look="money"
            size="large"
            className={classes(
              'flex-1 basis-48 tabular-nums max-md:min-h-12 max-md:px-3',
              chosen.length === 0 ? 'max-md:text-note' : 'max-md:text-body',
            )}
            busy={busy}
            disabled={chosen.length === 0}
            onClick={onBuy}
          >
            {chosen.length === 0
              ? t('batch.nothing')
              : t('batch.unlock', { count: chosen.length, price: formatPrice(total) })}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Shows the photo that is being sent, with a button that stops after it. */
export function SendingLine({ sent, onStop }: { sent: Sending; onStop: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3">
      <p role="status" className="flex items-center gap-2.5 text-note font-semibold tabular-nums">
        <Spinner />
        {t('batch.sending', sent)}
      </p>
      <Button look="outline" size="small" onClick={onStop}>
        {t('upload.stop')}
      </Button>
    </div>
  );
}
