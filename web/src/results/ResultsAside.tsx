import type { GenerationResult } from '@sachet/shared/contracts/generation';
import type { AspectRatio, ImageMode } from '@sachet/shared/contracts/vocabulary';
import { ChevronRight, ImageOff, LockKeyhole } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useLatestGenerations } from '../api/hooks';
import { useTranslation } from '../i18n/translate';
import { paths } from '../paths';
import { EmptyPackets } from './EmptyPackets';
import { latestPair } from './latest-pair';
import { cssRatio } from './RatioIcon';
import { overForm } from './use-tool';

/** Beside the form: where the results will be, and the ones of the last day. */
export function ResultsAside({ mode, aspectRatio }: { mode: ImageMode; aspectRatio: AspectRatio }) {
  const { t } = useTranslation();
  const { data: latest } = useLatestGenerations();
  const [nowMs] = useState(() => Date.now());
  const pair = latestPair(latest?.generations ?? [], mode, nowMs);
  return (
    <aside className="grid min-w-0 content-start gap-8 self-start lg:sticky lg:top-20 lg:pt-11">
      {pair.length > 0 && <Latest mode={mode} pair={pair} />}
      <div className={pair.length > 0 ? 'max-lg:hidden' : ''}>
        <EmptyPackets title={t('results.emptyTitle')} text={t('results.emptyText')}>
          <div
            className="grid max-h-[46svh] place-items-center border-y border-dashed border-fold bg-paper/60 transition-[aspect-ratio] duration-200"
            style={{ aspectRatio: cssRatio(aspectRatio) }}
          >
            <LockKeyhole className="size-7 text-fold" />
          </div>
        </EmptyPackets>
      </div>
    </aside>
  );
}

function Latest({ mode, pair }: { mode: ImageMode; pair: GenerationResult[] }) {
  const { t } = useTranslation();
  const [first] = pair;
  return (
    <section aria-labelledby="latest">
      <h2 id="latest" className="mb-2 text-note font-semibold">
        {t('results.latest')}
      </h2>
      <Link
        to={paths.results(
          mode,
          pair.map((generation) => generation.generationId),
        )}
        state={overForm}
        preventScrollReset
        className="flex flex-wrap items-center gap-4 rounded-xl border border-fold bg-packet p-3 transition-colors duration-150 hover:border-edge"
      >
        <span className="flex shrink-0 gap-1.5">
          {pair.map((generation) => (
            <Thumbnail key={generation.generationId} generation={generation} />
          ))}
        </span>
        <span className="line-clamp-2 min-w-0 flex-1 basis-24">
          <span className="sr-only">{t('results.open')}: </span>
          {first?.prompt}
        </span>
        <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-soft" />
      </Link>
    </section>
  );
}

function Thumbnail({ generation }: { generation: GenerationResult }) {
  const url = generation.imageUrl ?? generation.previewImageUrl;
  return url ? (
    <img src={url} alt="" className="size-14 rounded-md bg-sunk object-cover" />
  ) : (
    <span className="grid size-14 place-items-center rounded-md bg-sunk text-ink-soft">
      <ImageOff aria-hidden className="size-5" />
    </span>
  );
}
