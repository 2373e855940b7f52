import type { LibraryItem } from '@sachet/shared/contracts/library';
import { Check, Heart } from 'lucide-react';
import { memo, useRef, useState } from 'react';
import { providerName } from '../app/provider';
import { modeShortName } from '../app/tools';
import { useLanguage } from '../i18n/language';
import { formatDay } from '../i18n/time';
import { useTranslation } from '../i18n/translate';
import { toAskedText } from '../generation/asked-text';
import { classes } from '../ui/classes';
import { daysLeft } from './days-left';
import { toPlain } from './to-plain';

/** One thing of the grid: opens it, or chooses it. */
export const Tile = memo(function Tile({
  item,
  width,
  isSelected,
  onPress,
  onStale,
}: {
  item: LibraryItem;
  /** How wide it is, in words of CSS: what the browser chooses the copy by. */
  width: string;
  /** Null while nothing is chosen. */
  isSelected: boolean | null;
  onPress: (generationId: string) => void;
  onStale: (generationId: string) => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const broken = useRef<string | null>(null);
  const { generationId, pictureUrl, thumbnails, text } = item;
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
          className="size-full object-cover"
          onError={() => {
            // An address that has expired is asked for again, once.
            if (broken.current === pictureUrl) return;
            broken.current = pictureUrl;
            onStale(generationId);
          }}
        />
      ) : (
        <>
          <span className="sr-only">{name}</span>
          <span aria-hidden className="grid h-full grid-rows-[auto_1fr] gap-1 p-3">
            <span className="text-note font-semibold text-ink-soft">
              {modeShortName(t, item.mode)}
            </span>
            <span className="overflow-hidden text-note whitespace-pre-line mask-b-from-60%">
              {toPlain(text ?? '')}
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
      {days !== null && (
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
 * What has not come when its tile goes is not fetched any more. The browser would go on, and keep all of
 * the tile until it has: thousands of them, of somebody who scrolls to the end.
 */
function stopWhenGone(image: HTMLImageElement | null) {
  return () =>
    queueMicrotask(() => {
      if (!image || image.isConnected || image.complete) return;
      image.removeAttribute('srcset');
      image.removeAttribute('src');
    });
}
