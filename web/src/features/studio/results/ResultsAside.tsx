import { withoutPictureWords } from '@sachet/shared/studio/brand';
import type { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import type { AspectRatio, ImageMode, Mode } from '@sachet/shared/contracts/vocabulary';
import type { Provider } from '@sachet/shared/providers';
import { dayMs } from '@sachet/shared/time';
import { ChevronRight, ImageOff, LockKeyhole } from 'lucide-react';
import { type CSSProperties, type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { openOver } from '../../../browser/url-overlay';
import { useLatestGenerations } from '../../../api/hooks';
import {
  compareProviders,
  providerName,
  useAskedFor,
  useAskedNames,
} from '../../../app/base/provider';
import { cssRatio } from '../generation-card/PictureFrame';
import { examples } from '../examples/example';
import { Pair } from '../examples/Pair';
import { useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { classes } from '../../../ui/classes';
import { Packet } from '../../../ui/Packet';

/** The column beside the form. Shows empty places for the results, or the latest results of the last day. */
export function ResultsAside({ mode, aspectRatio }: { mode: ImageMode; aspectRatio: AspectRatio }) {
  const { t } = useTranslation();
  const { data: latest } = useLatestGenerations();
  const [nowMs] = useState(() => Date.now());
  const pair = findLatestPair(latest?.items ?? [], mode, nowMs);
  const use = mode === 'image' ? 'pictures' : 'edits';
  const providers = useAskedFor(use);
  const names = useAskedNames(use);
  return (
    <aside className="grid min-w-0 content-start gap-8 self-start lg:sticky lg:top-20 lg:pt-11">
      {pair.length > 0 && <Latest mode={mode} pair={pair} />}
      {pair.length > 0 ? null : mode === 'image' ? (
        <div>
          <Pair example={examples[0]!} />
          <p className="mt-5 font-semibold">{t('results.emptyTitle', names)}</p>
          <p className="text-ink-soft">{t('results.emptyText', names)}</p>
        </div>
      ) : (
        <EmptyPackets
          providers={providers}
          title={t('results.emptyTitle', names)}
          text={t('results.emptyText', names)}
        >
          <div
            className="grid max-h-[46svh] place-items-center border-y border-dashed border-fold bg-paper/60 transition-[aspect-ratio] duration-200"
            style={{ aspectRatio: cssRatio(aspectRatio) }}
          >
            <LockKeyhole className="size-7 text-fold" />
          </div>
        </EmptyPackets>
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
          {first && withoutPictureWords(first.prompt)}
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

/** Shows an empty packet for each provider. `children` is the content of each packet. */
export function EmptyPackets({
  providers,
  title,
  text,
  children,
}: {
  providers: readonly Provider[];
  title: string;
  text: string;
  children: ReactNode;
}) {
  return (
    <div>
      <div aria-hidden className="grid fit-columns-8 gap-4 sm:gap-6">
        {providers.map((provider) => (
          <Packet key={provider}>
            <div className="crimp h-8 bg-sunk sm:h-10" />
            {children}
            <p className="px-4 py-3 font-semibold text-ink-soft sm:px-5 sm:py-4">
              {providerName[provider]}
            </p>
          </Packet>
        ))}
      </div>
      <p className="mt-5 font-semibold">{title}</p>
      <p className="text-ink-soft">{text}</p>
    </div>
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
