import type { GenerationResult } from '@sachet/shared/contracts/generation';
import type { Provider } from '@sachet/shared/contracts/vocabulary';
import { useState, type ReactNode } from 'react';
import { toErrorMessage } from '../api/errors';
import { isFailure } from '../api/failure';
import { useGeneration } from '../api/hooks';
import { otherProvider, providerName } from '../app/provider';
import { useTranslation } from '../i18n/translate';
import { Button } from '../ui/Button';
import { Packet } from '../ui/Packet';
import { BuyPicture } from './BuyPicture';
import { CancelledResult } from './CancelledResult';
import { FailedResult } from './FailedResult';
import { InPriceBar } from './InPriceBar';
import { ModelLine } from './ModelLine';
import { PictureFrame } from './PictureFrame';
import { isImageMode } from './request';
import { ResultActions } from './ResultActions';
import { Seal } from './Seal';
import { TextResult } from './TextResult';
import { UnlockedResult } from './UnlockedResult';
import { WaitingResult } from './WaitingResult';

/** One provider's answer, from waiting to unlocked. The packet keeps its size all the way. */
export function ResultCard({
  generationId,
  busy,
  taken,
  onReplace,
  onVaried,
  onFull,
  onDeleted,
}: {
  generationId: string;
  busy: boolean;
  /** Providers that were asked the same, whether they are pending, ready or failed. */
  taken: ReadonlySet<Provider>;
  onReplace: (generation: GenerationResult, provider: Provider) => void;
  onVaried: (generationIds: string[]) => void;
  /** Shows the picture over the whole window. */
  onFull: () => void;
  onDeleted: () => void;
}) {
  const { t } = useTranslation();
  const { data: generation, error, mutate } = useGeneration(generationId);

  if (isFailure(error, 'not_found') || (error && !generation)) {
    const isGone = isFailure(error, 'not_found');
    return (
      <Notice message={isGone ? t('results.missing') : toErrorMessage(t, error)}>
        {!isGone && (
          <Button look="outline" onClick={() => void mutate()}>
            {t('results.tryAgain')}
          </Button>
        )}
      </Notice>
    );
  }
  if (!generation || generation.status === 'queued' || generation.status === 'running') {
    return (
      <WithActions>
        <WaitingResult generation={generation ?? null} />
      </WithActions>
    );
  }
  return (
    <WithActions
      actions={<ResultActions generation={generation} onVaried={onVaried} onDeleted={onDeleted} />}
    >
      {toCard(generation)}
    </WithActions>
  );

  function toCard(ended: GenerationResult): ReactNode {
    switch (ended.status) {
      case 'failed':
        return (
          <FailedResult
            generation={ended}
            busy={busy}
            offersOther={!taken.has(otherProvider(ended.provider))}
            onReplace={(provider) => onReplace(ended, provider)}
          />
        );
      case 'cancelled':
        return (
          <CancelledResult
            generation={ended}
            busy={busy}
            onAgain={() => onReplace(ended, ended.provider)}
          />
        );
      default:
        return isImageMode(ended.mode) ? (
          <ReadyPicture generation={ended} onStale={() => void mutate()} onFull={onFull} />
        ) : (
          <TextResult generation={ended} />
        );
    }
  }
}

/** The row below the packet is there from the beginning, so that nothing moves when it fills. */
function WithActions({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  return (
    <div className="grid min-w-0 grid-rows-[1fr_auto]">
      {children}
      <div className="min-h-12 px-1 pt-1">{actions}</div>
    </div>
  );
}

function Notice({ message, children }: { message: string; children: ReactNode }) {
  return (
    <Packet>
      <div className="grid justify-items-start gap-3 p-6 pt-9">
        <p role="alert" className="font-semibold">
          {message}
        </p>
        {children}
      </div>
    </Packet>
  );
}

/** Locked or unlocked: one component, so that the tear is seen exactly when the one becomes the other. */
function ReadyPicture({
  generation,
  onStale,
  onFull,
}: {
  generation: GenerationResult;
  onStale: () => void;
  onFull: () => void;
}) {
  const { t } = useTranslation();
  const [openedLocked] = useState(!generation.unlocked);
  const [torn, setTorn] = useState(false);
  const provider = providerName[generation.provider];
  return (
    <article aria-label={t('results.card', { provider })} className="grid min-w-0">
      <Packet className="[&>.pinked]:h-full [&>.pinked]:grid-rows-[auto_1fr]">
        <PictureFrame generation={generation} onStale={onStale} onFull={onFull}>
          {!generation.unlocked && <Seal provider={provider} />}
          {generation.unlocked && openedLocked && !torn && (
            <Seal provider={provider} tearing onTorn={() => setTorn(true)} />
          )}
        </PictureFrame>
        {generation.unlocked ? (
          <UnlockedResult generation={generation} />
        ) : (
          <LockedResult generation={generation} />
        )}
      </Packet>
    </article>
  );
}

/** The lower half of a locked packet. */
function LockedResult({ generation }: { generation: GenerationResult }) {
  return (
    <div className="flex flex-col gap-4 p-4 sm:p-5">
      {/* What both cost stands side by side, however many lines the words above it take. */}
      <div className="grow">
        <ModelLine generation={generation} />
      </div>
      <InPriceBar>
        <BuyPicture generation={generation} />
      </InPriceBar>
    </div>
  );
}
