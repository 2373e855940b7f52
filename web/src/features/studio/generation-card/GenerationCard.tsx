import type { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import type { Provider } from '@sachet/shared/providers';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { isFailure } from '../../../api/failure';
import { useGeneration } from '../../../api/hooks';
import { isImageMode } from '@sachet/shared/tools';
import { providerName } from '../../../app/base/provider';
import { useTranslation } from '../../../i18n/translate';
import { BuyPicture } from '../purchase/BuyPicture';
import { ModelLine } from '../purchase/ModelLine';
import { PaidLine } from '../purchase/PaidLine';
import { PictureFile } from '../versions/PictureFile';
import { classes } from '../../../ui/classes';
import { Packet } from '../../../ui/Packet';
import { CardActions } from './CardActions';
import { CancelledCard, FailedCard, GenerationError } from './FailedCard';
import { PictureFrame } from './PictureFrame';
import { Seal } from '../../../ui/Seal';
import { TextCard } from './TextCard';
import { WaitingCard } from './WaitingCard';

/**
 * The place where a picture's prices and buttons are rendered: its card, or an element of the bar below the
 * results. null until that element is mounted.
 */
export type PriceBar = 'card' | HTMLElement | null;

/**
 * Shows one provider's answer in every state, from waiting to unlocked. The packet always has the same size.
 */
export function GenerationCard({
  generationId,
  busy,
  taken,
  priceBar = 'card',
  onReplace,
  onVaried,
  onFull,
  onDeleted,
}: {
  generationId: string;
  busy: boolean;
  /** Providers for which the same request has a result that was not cancelled. */
  taken: ReadonlySet<Provider>;
  priceBar?: PriceBar;
  onReplace: (generation: GenerationResult, provider: Provider) => void;
  onVaried: (generationIds: string[]) => void;
  /** Opens the picture in full screen. */
  onFull: () => void;
  onDeleted: () => void;
}) {
  const { data: generation, error, mutate } = useGeneration(generationId);

  if (isFailure(error, 'not_found') || (error && !generation)) {
    return (
      <Packet>
        <div className="p-6 pt-9">
          <GenerationError error={error} onRetry={() => void mutate()} />
        </div>
      </Packet>
    );
  }
  if (!generation || generation.status === 'queued' || generation.status === 'running') {
    return (
      <WithActions>
        <WaitingCard generation={generation ?? null} />
      </WithActions>
    );
  }
  return (
    <WithActions
      actions={<CardActions generation={generation} onVaried={onVaried} onDeleted={onDeleted} />}
    >
      {toCard(generation)}
    </WithActions>
  );

  function toCard(ended: GenerationResult): ReactNode {
    switch (ended.status) {
      case 'failed':
        return (
          <FailedCard
            generation={ended}
            busy={busy}
            taken={taken}
            onReplace={(provider) => onReplace(ended, provider)}
          />
        );
      case 'cancelled':
        return (
          <CancelledCard
            generation={ended}
            busy={busy}
            onAgain={() => onReplace(ended, ended.provider)}
          />
        );
      default:
        return isImageMode(ended.mode) ? (
          <ReadyPicture
            generation={ended}
            priceBar={priceBar}
            onStale={() => void mutate()}
            onFull={onFull}
          />
        ) : (
          <TextCard generation={ended} />
        );
    }
  }
}

/** Reserves the row of actions, so that the layout does not shift when they appear. */
function WithActions({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  return (
    <div className="grid min-w-0 grid-rows-[1fr_auto]">
      {children}
      <div className="min-h-12 px-1 pt-1">{actions}</div>
    </div>
  );
}

/**
 * A finished picture. The same component renders it locked and unlocked, so that the seal can be animated.
 */
function ReadyPicture({
  generation,
  priceBar,
  onStale,
  onFull,
}: {
  generation: GenerationResult;
  priceBar: PriceBar;
  onStale: () => void;
  onFull: () => void;
}) {
  const { t } = useTranslation();
  const [openedLocked] = useState(!generation.unlocked);
  const [torn, setTorn] = useState(false);
  const card = useFocusAfter<HTMLElement>(`${generation.unlockStatus} ${generation.unlocked}`);
  const provider = providerName[generation.provider];
  return (
    <article
      ref={card}
      tabIndex={-1}
      aria-label={t('results.card', { provider })}
      className="grid min-w-0"
    >
      <Packet isFilled>
        <PictureFrame generation={generation} onStale={onStale} onFull={onFull}>
          {!generation.unlocked && <Seal provider={provider} />}
          {generation.unlocked && openedLocked && !torn && (
            <Seal provider={provider} tearing onTorn={() => setTorn(true)} />
          )}
        </PictureFrame>
        <div className="flex flex-col gap-4 p-4 sm:p-5">
          {/* The buttons of two cards are at the same height, however many lines are above them. */}
          <div className={classes('grid content-start gap-4', !generation.unlocked && 'grow')}>
            <ModelLine generation={generation} />
            {generation.unlocked && <PaidLine charges={generation.charges} />}
          </div>
          <InPriceBar priceBar={priceBar}>
            {generation.unlocked && <PictureFile generation={generation} />}
            <BuyPicture generation={generation} isCompact={priceBar !== 'card'} />
          </InPriceBar>
        </div>
      </Packet>
    </article>
  );
}

/**
 * Moves the focus to an element when `state` changes and the control with the focus was removed. Otherwise
 * the page would get the focus, and a screen reader would start at its top.
 */
function useFocusAfter<T extends HTMLElement>(state: string): RefObject<T | null> {
  const element = useRef<T>(null);
  const last = useRef(state);
  useEffect(() => {
    if (last.current === state) return;
    last.current = state;
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) element.current?.focus();
  }, [state]);
  return element;
}

/** Renders prices and buttons in the place that `priceBar` names. */
function InPriceBar({ priceBar, children }: { priceBar: PriceBar; children: ReactNode }) {
  if (priceBar === 'card') return children;
  return priceBar && createPortal(children, priceBar);
}
