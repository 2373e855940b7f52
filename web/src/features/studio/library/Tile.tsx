import type { LibraryItem } from '@sachet/shared/studio/contracts/library';
import { dayMs } from '@sachet/shared/time';
import { Check, Heart } from 'lucide-react';
import { memo, useRef, useState } from 'react';
import { providerName } from '../../../app/base/provider';
import { modeShortName } from '../../../app/base/tools';
import { toAskedText } from '../generation/asked-text';
import { useLanguage } from '../../../i18n/language';
import { formatDay } from '../../../i18n/time';
import { useTranslation } from '../../../i18n/translate';
import { classes } from '../../../ui/classes';

/** From this many days before its deletion, a tile shows the days that are left. */
export const warnedDays = 7;

/** A tile of the grid. A press opens or selects the result. */
export const Tile = memo(function Tile({
  item,
  width,
  isSelected,
  onPress,
  onStale,
}: {
  item: LibraryItem;
  /** The tile's width as a `sizes` attribute, by which the browser chooses a thumbnail. */
  width: string;
  /** Whether the result is selected. If this is null, a press opens the result. */
  isSelected: boolean | null;
  onPress: (generationId: string) => void;
  onStale: (generationId: string) => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { generationId, pictureUrl, thumbnails, text } = item;
  const onError = useRenewal(pictureUrl, () => onStale(generationId));
  const [nowMs] = useState(() => Date.now());
  const days = daysLeft(item.keptUntil, nowMs);
  const facts = [
    modeShortName(t, item.mode),
    providerName[item.provider],
    formatDay(item.createdAt, language),
    item.unlocked ? null : t('library.preview'),
    days === null ? null : t('library.erasedIn', { count: days }),
    item.favourite ? t('library.favourite') : null,
  ];
  const name = `${toAskedText(t, item) || modeShortName(t, item.mode)}. ${facts.filter(Boolean).join(', ')}`;
  return (
    <button
      type="button"
      {...(isSelected === null ? {} : { role: 'checkbox', 'aria-checked': isSelected })}
      data-generation={generationId}
      onClick={() => onPress(generationId)}
      className={classes(
        'relative block size-full overflow-hidden rounded-lg text-left',
        pictureUrl ? 'bg-sunk' : 'border border-fold bg-packet',
        isSelected && 'outline-[3px] outline-offset-1 outline-ink',
      )}
    >
      {pictureUrl ? (
        <img
          ref={stopWhenGone}
          {...(thumbnails && {
            sizes: width,
            srcSet: `${thumbnails[256]} 256w, ${thumbnails[512]} 512w`,
          })}
          src={thumbnails?.[512] ?? pictureUrl}
          alt={name}
          decoding="async"
          className="size-full object-contain"
          onError={onError}
        />
      ) : (
        <>
          <span className="sr-only">{name}</span>
          <span aria-hidden className="grid h-full grid-rows-[auto_1fr] gap-1 p-3">
            <span className="text-note font-semibold text-ink-soft">
              {modeShortName(t, item.mode)}
            </span>
            <span className="overflow-hidden text-note whitespace-pre-line mask-b-from-60%">
              {toTileText(text ?? '')}
            </span>
          </span>
        </>
      )}
      {item.favourite && (
        <span
          aria-hidden
          className="absolute top-1.5 right-1.5 grid size-7 place-items-center rounded-full bg-packet"
        >
          <Heart className="size-4 fill-vermilion text-vermilion" />
        </span>
      )}
      {days !== null && days <= warnedDays && (
        <span
          aria-hidden
          className="absolute bottom-1.5 left-1.5 max-w-[calc(100%-0.75rem)] truncate rounded-full bg-packet px-2 text-note leading-6 text-ink-soft"
        >
          {t('library.erasedIn', { count: days })}
        </span>
      )}
      {isSelected !== null && (
        <span
          aria-hidden
          className={classes(
            'absolute right-1.5 bottom-1.5 grid size-7 place-items-center rounded-full border-2',
            isSelected
              ? 'border-on-ink bg-ink text-on-ink'
              : !pictureUrl
                ? 'border-edge bg-packet'
                : 'border-[white] bg-[rgb(10_13_24/0.45)] outline outline-[rgb(10_13_24/0.45)]',
          )}
        >
          {isSelected && <Check className="size-4" />}
        </span>
      )}
    </button>
  );
});

/**
 * Cancels the download when a tile is unmounted. Otherwise, the browser would finish the download and keep
 * the tile in memory: thousands of tiles after a scroll to the end.
 */
function stopWhenGone(image: HTMLImageElement | null) {
  return () =>
    queueMicrotask(() => {
      if (!image || image.isConnected || image.complete) return;
      image.removeAttribute('srcset');
      image.removeAttribute('src');
    });
}

/** Matches a field such as `"title": "Rain`. Ideas are JSON, and an excerpt may end anywhere. */
const field = /"\w+"\s*:\s*"((?:[^"\\]|\\.)*)/g;

/**
 * Returns the text for a tile, without Markdown and without the field names of ideas.
 * @internal exported for its test
 */
export function toTileText(text: string): string {
  const isJson = /^\s*[[{]/.test(text);
  const words = isJson ? Array.from(text.matchAll(field), ([, value]) => value).join('\n') : text;
  return words
    .replace(/^[^\S\n\r\u2028\u2029]*[-•]\s/gm, '')
    .replace(/[*_`{}[\]"\\]+/g, ' ')
    .replace(/#+(\s?)/g, (marks, space: string) => (space ? ` ${space}` : marks))
    .replace(/[ \t]+/g, ' ')
    .replace(/[ \n]+/g, (gap) => (gap.includes('\n') ? '\n' : gap))
    .trim();
}

/** Returns the days until the result is erased, rounded up, at least 0; null if it is not erased. */
export function daysLeft(keptUntil: string | null, nowMs: number): number | null {
  if (keptUntil === null) return null;
  return Math.max(0, Math.ceil((Date.parse(keptUntil) - nowMs) / dayMs));
}

/** Returns a handler for the error of a picture. It asks for a new address once after one has expired. */
export function useRenewal(url: string | null, onStale: () => void): () => void {
  const broken = useRef<string | null>(null);
  return () => {
    if (broken.current === url) return;
    broken.current = url;
    onStale();
  };
}
