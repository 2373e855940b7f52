import type { LibraryItem } from '@sachet/shared/studio/contracts/library';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { toErrorMessage } from '../../../api/errors';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { classes } from '../../../ui/classes';
import { Skeleton } from '../../../ui/Skeleton';
import { Tile } from './Tile';

/** The number of rows rendered above and below the window. */
const overscan = 3;
/** The next page is loaded this many rows before the end. */
const ahead = 6;

/**
 * A virtual grid, so that ten thousand tiles scroll as smoothly as ten. A row that scrolls into view first
 * has empty places, which are cheap; its tiles are rendered when the browser is idle. A row that scrolls past
 * quickly never loads a picture.
 */
export function Grid({
  items,
  hasMore,
  isLoading,
  error,
  selected,
  onMore,
  onOpen,
  onToggle,
  onStale,
}: {
  items: LibraryItem[];
  hasMore: boolean;
  isLoading: boolean;
  error: unknown;
  /** The selected ids. If this is null, a press opens a tile instead of selecting it. */
  selected: ReadonlySet<string> | null;
  onMore: () => void;
  onOpen: (generationId: string) => void;
  onToggle: (generationId: string) => void;
  onStale: (generationId: string) => void;
}) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  const place = usePlace(list);
  const { columns, tile } = toLayout(place.width);
  // Renders no rows until the width is known, because rows without a height would all fit on the screen.
  const rowCount = place.width > 0 ? Math.ceil(items.length / columns) : 0;
  const virtualizer = useWindowVirtualizer({
    count: rowCount,
    estimateSize: () => tile + gap,
    overscan,
    scrollMargin: place.top,
    initialRect: { width: innerWidth, height: innerHeight },
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, tile]);
  const rows = virtualizer.getVirtualItems();
  const firstRow = rows[0]?.index ?? 0;
  const lastRow = rows.at(-1)?.index ?? 0;
  const firstFilled = useDeferredValue(firstRow);
  const lastFilled = useDeferredValue(lastRow);
  const wantsMore = hasMore && rowCount > 0 && !isLoading && !error && lastRow >= rowCount - ahead;
  useEffect(() => {
    if (wantsMore) onMore();
    // oxlint-disable-next-line react/exhaustive-deps -- once for each page
  }, [wantsMore, items.length]);

  const { press, stale } = useSteady({ onPress: selected ? onToggle : onOpen, onStale });

  const shown = rows.flatMap(({ index: row, start }) =>
    items.slice(row * columns, (row + 1) * columns).map((item, column) => ({
      item,
      isFilled: row >= firstFilled && row <= lastFilled,
      number: row * columns + column + 1,
      left: column * (tile + gap),
      top: start - place.top,
    })),
  );
  return (
    <>
      <ul
        ref={list}
        aria-label={t('library.title')}
        className="relative"
        style={{ height: Math.max(0, virtualizer.getTotalSize() - gap) }}
      >
        {place.width > 0 &&
          shown.map(({ item, isFilled, number, left, top }) => (
            <li
              key={item.generationId}
              aria-posinset={number}
              aria-setsize={hasMore ? -1 : items.length}
              className={classes('absolute top-0 left-0', !isFilled && 'rounded-lg bg-sunk')}
              style={{ width: tile, height: tile, transform: `translate(${left}px, ${top}px)` }}
            >
              {isFilled && (
                <Tile
                  item={item}
                  width={`${Math.round(tile)}px`}
                  isSelected={selected && selected.has(item.generationId)}
                  onPress={press}
                  onStale={stale}
                />
              )}
            </li>
          ))}
      </ul>
      <div role="status" className="grid min-h-11 justify-items-center text-note text-ink-soft">
        {error ? (
          <>
            <p>{toErrorMessage(t, error)}</p>
            <Button look="outline" className="mt-2" onClick={onMore}>
              {t('common.tryAgain')}
            </Button>
          </>
        ) : (
          hasMore && <p>{t('library.more')}</p>
        )}
      </div>
    </>
  );
}

/** @internal exported for its test */
export const gap = 8;
/** With this size, two columns fit on the narrowest phone. */
const narrowTile = 150;
const wideTile = 210;
const wideFrom = 700;

/**
 * Fills the width with columns of square tiles. All sizes are in pixels.
 * @internal exported for its test
 */
export function toLayout(width: number): { columns: number; tile: number } {
  const least = width < wideFrom ? narrowTile : wideTile;
  const columns = Math.max(1, Math.floor((width + gap) / (least + gap)));
  return { columns, tile: (width - gap * (columns - 1)) / columns };
}

/** Returns the same functions in every render, so that only changed tiles render again. */
function useSteady(given: { onPress: (id: string) => void; onStale: (id: string) => void }) {
  const latest = useRef(given);
  useLayoutEffect(() => {
    latest.current = given;
  });
  const press = useCallback((id: string) => latest.current.onPress(id), []);
  const stale = useCallback((id: string) => latest.current.onStale(id), []);
  return { press, stale };
}

/** Measures the list's offset on the page and its width, in pixels. */
function usePlace(list: React.RefObject<HTMLElement | null>): { top: number; width: number } {
  const [place, setPlace] = useState({ top: 0, width: 0 });
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const measure = () => {
      const top = element.getBoundingClientRect().top + scrollY;
      const width = element.clientWidth;
      setPlace((old) => (old.top === top && old.width === width ? old : { top, width }));
    };
    measure();
    // Observes the page, too, because the content above the list may grow.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  return place;
}

const waitingTiles = Array.from({ length: 12 }, (_, index) => index);

export function WaitingGrid() {
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,9.5rem),1fr))] gap-2 md:grid-cols-[repeat(auto-fill,minmax(13rem,1fr))]">
      {waitingTiles.map((tile) => (
        <Skeleton key={tile} className="aspect-square rounded-lg" />
      ))}
    </div>
  );
}
