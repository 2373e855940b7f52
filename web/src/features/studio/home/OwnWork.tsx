import type { LibraryItem } from '@sachet/shared/studio/contracts/library';
import { formatPrice } from '@sachet/shared/money';
import { ArrowRight, ChevronLeft, ChevronRight, CopyPlus, Share2 } from 'lucide-react';
import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { lazyDialog } from '../../../app/base/lazy-part';
import { Link, useNavigate } from 'react-router-dom';
import { api } from '../../../api/client';
import { providerName } from '../../../app/base/provider';
import { compareProviders } from '../../../app/base/provider-uses';
import { useAction } from '../../../app/base/use-action';
import { useTranslation } from '../../../i18n/translate';
import { fillForm } from '../library/fill-form';
import { daysLeft, Tile, useRenewal, warnedDays } from '../library/Tile';
import { paths } from '../../../app/base/paths';
import { Button, buttonClasses, IconButton } from '../../../ui/Button';
import { classes } from '../../../ui/classes';
import { Packet } from '../../../ui/Packet';
import { Seal } from '../../../ui/Seal';
import { Skeleton } from '../../../ui/Skeleton';
import { Spinner } from '../../../ui/Spinner';

const ShareSheet = lazyDialog(async () => (await import('../versions/ShareSheet')).ShareSheet);

export const recentMax = 9;

const waiting = Array.from({ length: 4 }, (_, index) => index);

/** The results that the user keeps, newest first, in one row in which each picture has its own shape. */
export function Recent({
  items,
  onStale,
}: {
  items: LibraryItem[] | undefined;
  onStale: () => void;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Row
      title={t('mine.recent')}
      className="gap-3"
      busy={items === undefined}
      link={
        <Link
          to={paths.library}
          className={buttonClasses({ look: 'plain', size: 'small', className: '-my-2 -mr-4' })}
        >
          {t('mine.all')}
          <ArrowRight aria-hidden className="size-4" />
        </Link>
      }
    >
      {items === undefined
        ? waiting.map((tile) => (
            <li key={tile} className={`${pictureHeight} mb-11 aspect-4/5 shrink-0`}>
              <Skeleton className="size-full rounded-lg" />
            </li>
          ))
        : items.map((item) => (
            <li key={item.generationId} className="grid shrink-0 snap-start content-start">
              <div
                style={{ '--shape': toShape(item) } as CSSProperties}
                className={`${pictureHeight} aspect-(--shape) max-w-[84vw]`}
              >
                <Tile
                  item={item}
                  width="(min-width: 64rem) 15rem, 14rem"
                  isSelected={null}
                  onPress={(id) => void navigate(paths.libraryItem(id))}
                  onStale={onStale}
                />
              </div>
              <div className="flex justify-between">
                {item.pictureUrl && <Share url={item.pictureUrl} id={item.generationId} />}
                <MakeAgain item={item} />
              </div>
            </li>
          ))}
    </Row>
  );
}

const pictureHeight = 'h-54 lg:h-60';

/** Returns the CSS aspect ratio of a picture; a text is upright. */
const toShape = ({ aspectRatio, pictureUrl }: LibraryItem) =>
  pictureUrl === null ? '4 / 5' : aspectRatio.replace(':', ' / ');

function Share({ url, id }: { url: string; id: string }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="plain" size="compact" className="-ml-3" onClick={() => setOpen(true)}>
        <Share2 aria-hidden className="size-4" />
        {t('mine.share')}
      </Button>
      {isOpen && <ShareSheet url={url} name={`sachet-${id}`} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Opens the form with the whole prompt, of which the item has only the beginning. */
function MakeAgain({ item: { generationId, mode } }: { item: LibraryItem }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { run, busy } = useAction(
    async () => {
      const generation = await api('GET /api/generation', { query: { id: generationId } });
      const form = fillForm(generation);
      form?.fill();
      await navigate(form?.path ?? paths.mode(mode));
    },
    { toast: true },
  );
  return (
    <IconButton label={t('mine.again')} className="-mr-3.5" onClick={() => void run()}>
      {busy ? <Spinner /> : <CopyPlus aria-hidden className="size-4" />}
    </IconButton>
  );
}

export const sealedMax = 6;

/** Free previews, as sealed packets that say what the whole picture costs and when the preview ends. */
export function Sealed({ items, onStale }: { items: LibraryItem[]; onStale: () => void }) {
  const { t } = useTranslation();
  const [nowMs] = useState(() => Date.now());
  return (
    <Row title={t('mine.sealed')} className="gap-2">
      {withPairs(items).map((item, index, all) => {
        const { generationId, provider, pictureUrl, price, prompt, keptUntil } = item;
        const days = daysLeft(keptUntil, nowMs);
        return (
          <li
            key={generationId}
            style={{ '--shape': toShape(item) } as CSSProperties}
            className={classes(
              'max-w-[84vw] shrink-0 snap-start',
              index > 0 && all[index - 1]!.prompt !== prompt && 'ml-3',
            )}
          >
            <Link to={paths.libraryItem(generationId)} className="block">
              <Packet>
                {/* The picture begins at the perforation of the strip. */}
                <div className="relative pt-11.5">
                  <Seal isNarrow provider={providerName[provider]} />
                  <SealedPicture
                    url={pictureUrl}
                    name={`${providerName[provider]}: ${prompt}`}
                    onStale={onStale}
                  />
                </div>
                <span className="grid gap-1 p-2 text-center text-note">
                  {price !== null && (
                    <span className="rounded-full bg-marigold px-2 leading-10 font-bold whitespace-nowrap text-on-marigold tabular-nums">
                      {t('home.sealed', { price: formatPrice(price) })}
                    </span>
                  )}
                  {days !== null && days <= warnedDays && (
                    <span className="font-semibold text-vermilion">
                      {t('library.erasedIn', { count: days })}
                    </span>
                  )}
                </span>
              </Packet>
            </Link>
          </li>
        );
      })}
    </Row>
  );
}

function SealedPicture({
  url,
  name,
  onStale,
}: {
  url: string | null;
  name: string;
  onStale: () => void;
}) {
  const onError = useRenewal(url, onStale);
  return (
    <img
      src={url ?? undefined}
      alt={name}
      loading="lazy"
      decoding="async"
      onError={onError}
      className="mx-auto aspect-(--shape) h-40 min-w-36 object-contain"
    />
  );
}

/** Previews of the same prompt are neighbors, in the order of other pages. */
function withPairs(items: LibraryItem[]): LibraryItem[] {
  const place = ({ prompt }: LibraryItem) => items.findIndex((item) => item.prompt === prompt);
  return items.toSorted((a, b) => place(a) - place(b) || compareProviders(a.provider, b.provider));
}

/** A heading and a row that scrolls. The padding has room for shadows and focus rings. */
function Row({
  title,
  link,
  busy,
  className,
  children,
}: {
  title: string;
  link?: ReactNode;
  busy?: boolean;
  className: string;
  children: ReactNode;
}) {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h2 id={id} className="mr-auto text-lead font-bold">
          {title}
        </h2>
        {link}
        <Arrows list={list} of={title} />
      </div>
      <ul
        ref={list}
        aria-labelledby={id}
        aria-busy={busy || undefined}
        className={classes(
          '-mx-4 -mt-2 -mb-6 flex sm:-mx-1 sm:px-1 snap-x scroll-px-4 overflow-x-auto px-4 pt-2 pb-6 max-sm:[scrollbar-width:none] sm:[scrollbar-width:thin]',
          className,
        )}
      >
        {children}
      </ul>
    </section>
  );
}

/** Buttons that scroll the row, where it is longer than its place and has no touch. */
function Arrows({ list, of }: { list: RefObject<HTMLUListElement | null>; of: string }) {
  const { t } = useTranslation();
  const [ends, setEnds] = useState({ isAtStart: true, isAtEnd: true });
  const look = useEffectEvent(() => {
    const row = list.current;
    if (!row) return;
    const isAtStart = row.scrollLeft < 4;
    const isAtEnd = row.scrollLeft + row.clientWidth > row.scrollWidth - 4;
    setEnds({ isAtStart, isAtEnd });
  });
  useEffect(() => {
    const row = list.current;
    if (!row) return undefined;
    const onMove = () => look();
    const observer = new ResizeObserver(onMove);
    for (const each of [row, ...row.children]) observer.observe(each);
    row.addEventListener('scroll', onMove, { passive: true });
    return () => {
      observer.disconnect();
      row.removeEventListener('scroll', onMove);
    };
  }, [list]);
  const { isAtStart, isAtEnd } = ends;
  if (isAtStart && isAtEnd) return null;
  const scroll = (by: number) =>
    list.current?.scrollBy({ left: by * list.current.clientWidth * 0.8, behavior: 'smooth' });
  return (
    <div className="-my-2 -mr-3 flex pointer-coarse:hidden">
      <IconButton
        label={t('mine.earlier', { of })}
        aria-disabled={isAtStart}
        onClick={() => scroll(-1)}
        className="aria-disabled:opacity-35"
      >
        <ChevronLeft aria-hidden className="size-5" />
      </IconButton>
      <IconButton
        label={t('mine.later', { of })}
        aria-disabled={isAtEnd}
        onClick={() => scroll(1)}
        className="aria-disabled:opacity-35"
      >
        <ChevronRight aria-hidden className="size-5" />
      </IconButton>
    </div>
  );
}
