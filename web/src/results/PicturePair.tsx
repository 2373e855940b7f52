import { useCallback, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from '../i18n/translate';
import { useMedia } from '../browser/use-media';
import { classes } from '../ui/classes';
import { PriceBarSlot } from './InPriceBar';
import { ResultTab } from './ResultTab';

/** Below it two pictures have no room side by side (Tailwind's `md`). */
const phone = '(width < 48rem)';
const stillness = '(prefers-reduced-motion: reduce)';

type Slots = Record<string, HTMLElement | undefined>;

/**
 * Pictures side by side. On a phone one at a time, by swipe or by tab, and in a bar below what the one
 * in view costs.
 */
export function PicturePair({
  generationIds,
  areNumbered,
  className,
  children,
  render,
}: {
  generationIds: string[];
  /** Several are one provider's: its name does not tell which. */
  areNumbered: boolean;
  className?: string;
  /** Beside or below a single picture. */
  children?: ReactNode;
  render: (generationId: string) => ReactNode;
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
    <div className={classes('grid min-w-0 grid-cols-[minmax(0,1fr)] content-start', className)}>
      {isPaged && (
        <div
          role="tablist"
          aria-label={t('results.title')}
          className="mb-2 flex rounded-xl bg-sunk p-1"
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
            : 'grid grid-cols-[minmax(0,1fr)] gap-6 md:grid-cols-2 lg:gap-8'
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
            )}
          >
            <PriceBarSlot value={isPhone ? slots[generationId] : null}>
              {render(generationId)}
            </PriceBarSlot>
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
    (element: HTMLElement | null) => onSlot((slots) => ({ ...slots, [id]: element ?? undefined })),
    [id, onSlot],
  );
  return (
    <div
      ref={ref}
      role="group"
      aria-labelledby={labelledBy}
      hidden={hidden}
      className="max-h-[60svh] gap-2 overflow-y-auto not-[[hidden]]:grid"
    />
  );
}
