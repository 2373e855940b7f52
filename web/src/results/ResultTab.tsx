import type { GenerationResult } from '@sachet/shared/contracts/generation';
import { formatPrice } from '@sachet/shared/money';
import type { TFunction } from '../i18n/translate';
import type { KeyboardEvent } from 'react';
import { useTranslation } from '../i18n/translate';
import { useGeneration } from '../api/hooks';
import { providerName } from '../app/provider';
import { useStore } from '../browser/store';
import { finalSize } from '../form/final-size';
import { classes } from '../ui/classes';
import { getPrice } from './size-on-sale';

/** The way to one of the results on a phone: whose it is, how it looks and what it costs. */
export function ResultTab({
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
  /** Where there are several of one provider's. */
  number: number | null;
  selected: boolean;
  onSelect: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}) {
  const { t } = useTranslation();
  const size = useStore(finalSize);
  const { data: generation } = useGeneration(generationId);
  const url = generation?.previewImageUrl;
  // With large text there is room for the words or the picture.
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
          {/* Four names and prices have no room side by side; the packet and the bar say them. */}
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
  if (status === 'cancelled') return t('results.cancelled');
  if (status !== 'ready') return t('results.drawing');
  if (unlocked) return t('results.yours');
  return price === null ? '' : formatPrice(price);
}
