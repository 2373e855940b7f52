import type { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import type { ImageMode, Mode } from '@sachet/shared/contracts/vocabulary';
import { dayMs } from '@sachet/shared/time';
import { isEdit, tools } from '@sachet/shared/tools';
import { ChevronRight, ImageOff } from 'lucide-react';
import { type CSSProperties, useState } from 'react';
import { Link } from 'react-router-dom';
import { toShownPrompt } from '../generation/asked-text';
import { openOver } from '../../../browser/url-overlay';
import { useLatestGenerations } from '../../../api/hooks';
import { compareProviders, useAskedNames } from '../../../app/base/provider-uses';
import { cssRatio } from '../generation-card/PictureFrame';
import { firstExample } from '../examples/example';
import { EditPair } from '../examples/EditPair';
import { Pair } from '../examples/Pair';
import { useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { classes } from '../../../ui/classes';

/**
 * The column beside the form. Shows the latest results of the last day, or a sample of what the tool makes, above
 * the `words` about it.
 */
export function ResultsAside({
  mode,
  words,
}: {
  mode: ImageMode;
  words?: { title: string; text: string };
}) {
  const { t } = useTranslation();
  const { data: latest } = useLatestGenerations();
  const [nowMs] = useState(() => Date.now());
  const pair = findLatestPair(latest?.items ?? [], mode, nowMs);
  const names = useAskedNames(tools[mode].use);
  return (
    <aside className="min-w-0 self-start lg:sticky lg:top-20 lg:pt-11">
      {pair.length > 0 ? (
        <Latest mode={mode} pair={pair} />
      ) : (
        <>
          {isEdit(mode) ? <EditPair /> : <Pair example={firstExample} />}
          <p className="mt-5 font-semibold">{words?.title ?? t('results.emptyTitle', names)}</p>
          <p className="text-ink-soft">{words?.text ?? t('results.emptyText', names)}</p>
        </>
      )}
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
        state={openOver('results')}
        preventScrollReset
        className="flex flex-wrap items-center gap-4 rounded-xl border border-fold bg-packet p-3 transition-colors duration-150 hover:border-edge lg:p-4"
      >
        <span className="flex shrink-0 gap-1.5 lg:grid lg:w-full lg:grid-cols-2 lg:gap-3">
          {pair.map((generation) => (
            <Thumbnail key={generation.generationId} generation={generation} />
          ))}
        </span>
        <span className="line-clamp-2 min-w-0 flex-1 basis-24">
          <span className="sr-only">{t('results.open')}: </span>
          {first && toShownPrompt(first.prompt)}
        </span>
        <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-soft" />
      </Link>
    </section>
  );
}

/** On a wide screen, the user looks at the whole pictures beside the form. */
function Thumbnail({ generation }: { generation: GenerationResult }) {
  const url = generation.imageUrl ?? generation.previewImageUrl;
  const shape = {
    style: { '--ratio': cssRatio(generation.aspectRatio) } as CSSProperties,
    className:
      'aspect-square w-14 rounded-md bg-sunk lg:aspect-(--ratio) lg:max-h-[60svh] lg:w-full',
  };
  return url ? (
    <img
      src={url}
      alt=""
      style={shape.style}
      className={classes(shape.className, 'object-cover lg:object-contain')}
    />
  ) : (
    <span
      style={shape.style}
      className={classes(shape.className, 'grid place-items-center text-ink-soft')}
    >
      <ImageOff aria-hidden className="size-5" />
    </span>
  );
}

/** Requests that arrive within this time belong to the same press. */
const samePressMs = 10_000;

/**
 * Finds the newest generation of a mode from the last day, and the generation that was requested with it.
 * `generations` must have the newest first.
 * @internal exported for its test
 */
export function findLatestPair(
  generations: GenerationResult[],
  mode: Mode,
  nowMs: number,
): GenerationResult[] {
  const ofMode = generations.filter((generation) => generation.mode === mode);
  const [newest] = ofMode;
  if (!newest) return [];
  const newestMs = Date.parse(newest.createdAt);
  if (nowMs - newestMs > dayMs) return [];
  const partner = ofMode.find(
    (candidate) =>
      candidate.provider !== newest.provider &&
      candidate.prompt === newest.prompt &&
      newestMs - Date.parse(candidate.createdAt) <= samePressMs,
  );
  const pair = partner ? [newest, partner] : [newest];
  return pair.sort((a, b) => compareProviders(a.provider, b.provider));
}
