import type { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import { formatPrice } from '@sachet/shared/money';
import { type KeyboardEvent, type ReactNode, useCallback, useId, useRef, useState } from 'react';
import { useGeneration } from '../../../api/hooks';
import { comparedMax, providerName } from '../../../app/base/provider';
import { useStore } from '../../../browser/store';
import { useMedia } from '../../../browser/use-media';
import { finalSize } from '../form/final-size';
import type { PriceBar } from '../generation-card/GenerationCard';
import { type TFunction, useTranslation } from '../../../i18n/translate';
import { getPrice } from '../purchase/BuyPicture';
import { classes } from '../../../ui/classes';

/** Screens below this width are too narrow for two pictures side by side (Tailwind's `md`). */
const phone = '(width < 48rem)';
const stillness = '(prefers-reduced-motion: reduce)';

/** For each generation, the element of the bar that contains its price. */
type Slots = Record<string, HTMLElement | null>;

/**
 * Shows pictures side by side. A phone shows one at a time, which the user chooses by swipe or tab, with its
 * prices in a bar below.
 */
export function PicturePair({
  generationIds,
  areNumbered,
  isChoosing,
  className,
  children,
  render,
}: {
  generationIds: string[];
  /** Whether the results are numbered, because several are from the same provider. */
  areNumbered: boolean;
  /** Whether a desk shows only two, because the user chooses the second. */
  isChoosing: boolean;
  className?: string;
  /** Content beside a single picture, or below it. */
  children?: ReactNode;
  render: (generationId: string, priceBar: PriceBar) => ReactNode;
}) {
  const { t } = useTranslation();
  const id = useId();
  const isPhone = useMedia(phone);
  const isPaged = isPhone && generationIds.length > 1;
  const track = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const [slots, setSlots] = useState<Slots>({});
  const index = Math.min(at, generationIds.length - 1);

  function show(next: number) {
    const { current } = track;
    if (!current) return;
    setAt(next);
    current.scrollTo({
      left: next * current.clientWidth,
      behavior: matchMedia(stillness).matches ? 'auto' : 'smooth',
    });
  }

  function onTabKey(event: KeyboardEvent<HTMLElement>) {
    const last = generationIds.length - 1;
    const next = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const wanted = (next + last + 1) % (last + 1);
    show(wanted);
    event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('[role=tab]')[wanted]?.focus();
  }

  return (
    <div className={classes('grid min-w-0 grid-cols-1 content-start', className)}>
      {isPaged && (
        <div
          role="tablist"
          aria-label={t('results.title')}
          className="result-tabs mb-2 flex rounded-xl bg-sunk p-1"
        >
          {generationIds.map((generationId, each) => (
            <ResultTab
              key={generationId}
              generationId={generationId}
              id={`${id}tab${each}`}
              controls={`${id}panel${each}`}
              number={areNumbered ? each + 1 : null}
              selected={each === index}
              onSelect={() => show(each)}
              onKeyDown={onTabKey}
            />
          ))}
        </div>
      )}
      <div
        ref={track}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => {
          if (isPaged && clientWidth > 0) setAt(Math.round(scrollLeft / clientWidth));
        }}
        className={
          isPaged
            ? '-mx-4 flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain pb-4 [scrollbar-width:none]'
            : 'grid grid-cols-1 gap-6 md:grid-cols-2 lg:gap-8'
        }
      >
        {generationIds.map((generationId, each) => (
          <div
            key={generationId}
            {...(isPaged && {
              id: `${id}panel${each}`,
              role: 'tabpanel',
              'aria-labelledby': `${id}tab${each}`,
              inert: each !== index,
              tabIndex: 0,
            })}
            {...(!isPaged &&
              areNumbered && {
                role: 'group',
                'aria-label': t('results.nth', {
                  number: each + 1,
                  count: generationIds.length,
                }),
              })}
            className={classes(
              'grid min-w-0',
              isPaged && 'w-full shrink-0 snap-center snap-always px-4',
              isChoosing && each >= comparedMax && 'md:hidden',
            )}
          >
            {render(generationId, isPhone ? (slots[generationId] ?? null) : 'card')}
          </div>
        ))}
        {children && <div className="grid min-w-0 content-start">{children}</div>}
      </div>
      {isPhone && (
        <div className="sticky bottom-(--stuck) z-10 -mx-4 border-t border-dashed border-edge bg-paper px-4 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] not-has-[>:not([hidden]):not(:empty)]:hidden">
          {generationIds.map((generationId, each) => (
            <Slot
              key={generationId}
              id={generationId}
              labelledBy={isPaged ? `${id}tab${each}` : undefined}
              hidden={each !== index}
              onSlot={setSlots}
            />
          ))}
        </div>
      )}
    </div>
  );
}

/** The part of the bar that belongs to one picture. */
function Slot({
  id,
  labelledBy,
  hidden,
  onSlot,
}: {
  id: string;
  labelledBy: string | undefined;
  hidden: boolean;
  onSlot: (change: (slots: Slots) => Slots) => void;
}) {
  const ref = useCallback(
    (element: HTMLElement | null) => onSlot((slots) => ({ ...slots, [id]: element })),
    [id, onSlot],
  );
  return (
    <div
      ref={ref}
      role="group"
      aria-labelledby={labelledBy}
      hidden={hidden}
      className="max-h-[60svh] flex-wrap items-center gap-2 overflow-y-auto *:min-w-0 *:grow not-[[hidden]]:flex"
    />
  );
}

/** The tab of a result on a phone, with provider, thumbnail and price. */
function ResultTab({
  generationId,
  id,
  controls,
  number,
  selected,
  onSelect,
  onKeyDown,
}: {
  generationId: string;
  id: string;
  controls: string;
  /** The result's number if several results are from the same provider; otherwise null. */
  number: number | null;
  selected: boolean;
  onSelect: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}) {
  const { t } = useTranslation();
  const size = useStore(finalSize);
  const { data: generation } = useGeneration(generationId);
  const url = generation?.previewImageUrl;
  // Hides the thumbnail if large text leaves no room for it.
  const picture = `size-8 shrink-0 rounded-md ${number === null ? '@max-[7rem]:hidden' : ''}`;
  const name = generation ? providerName[generation.provider] : t('shell.loading');
  return (
    <button
      type="button"
      role="tab"
      id={id}
      aria-controls={controls}
      aria-selected={selected}
      tabIndex={selected ? 0 : -1}
      onClick={onSelect}
      onKeyDown={onKeyDown}
      className={classes(
        '@container flex min-h-11 min-w-0 flex-1 items-center justify-center gap-2 rounded-lg px-1.5 text-note leading-tight font-semibold transition-colors duration-150',
        selected ? 'bg-raised text-ink shadow-[0_1px_2px_var(--shade)]' : 'text-ink-soft',
      )}
    >
      {url ? (
        <img src={url} alt="" className={classes('object-cover', picture)} />
      ) : (
        <span className={classes('bg-fold', picture)} />
      )}
      <span className="grid min-w-0 justify-items-start">
        <span className="max-w-full truncate">
          {/* Four names and prices do not fit here, so only the card and the bar show them. */}
          <span className={number === null ? '' : 'sr-only'}>{name} </span>
          {number}
        </span>{' '}
        {generation && (
          <span
            className={classes(
              'money max-w-full truncate font-normal',
              number !== null && 'sr-only',
            )}
          >
            {toState(t, generation, getPrice(generation, size))}
          </span>
        )}
      </span>
    </button>
  );
}

function toState(t: TFunction, { status, unlocked }: GenerationResult, price: number | null) {
  if (status === 'failed') return t('results.failed');
  if (status === 'cancelled') return t('failure.cancelled');
  if (status !== 'ready') return t('results.drawing');
  if (unlocked) return t('results.yours');
  return price === null ? '' : formatPrice(price);
}
