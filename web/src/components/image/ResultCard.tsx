import type { GenerationResult } from '@sachet/shared/contracts/generation';
import type { Provider } from '@sachet/shared/contracts/vocabulary';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorWords } from '../../api/errors';
import { isFailure } from '../../api/failure';
import { useGeneration } from '../../api/hooks';
import { Button } from '../../ui/Button';
import { Packet } from '../../ui/Packet';
import { providerName } from '../provider';
import { FailedResult } from './FailedResult';
import { LockedResult } from './LockedResult';
import { PictureFrame } from './PictureFrame';
import { Seal } from './Seal';
import { UnlockedResult } from './UnlockedResult';
import { WaitingResult } from './WaitingResult';

/** One provider's answer, from waiting to unlocked. The packet keeps its size all the way. */
export function ResultCard({
  generationId,
  busy,
  onReplace,
}: {
  generationId: string;
  busy: boolean;
  onReplace: (generation: GenerationResult, provider: Provider) => void;
}) {
  const { t } = useTranslation();
  const { data: generation, error, mutate } = useGeneration(generationId);

  if (!generation) {
    return error ? (
      <Packet>
        <div className="grid justify-items-start gap-3 p-6 pt-9">
          <p role="alert" className="font-semibold">
            {isFailure(error, 'not_found') ? t('results.missing') : errorWords(t, error)}
          </p>
          <Button look="outline" onClick={() => void mutate()}>
            {t('results.tryAgain')}
          </Button>
        </div>
      </Packet>
    ) : (
      <WaitingResult aspectRatio="1:1" provider={null} />
    );
  }

  if (generation.status === 'failed' || generation.status === 'cancelled') {
    return (
      <FailedResult
        generation={generation}
        busy={busy}
        onReplace={(provider) => onReplace(generation, provider)}
      />
    );
  }
  if (generation.status !== 'ready') {
    return <WaitingResult aspectRatio={generation.aspectRatio} provider={generation.provider} />;
  }
  return <ReadyResult generation={generation} onStale={() => void mutate()} />;
}

/** Locked or unlocked: one component, so that the tear is seen exactly when the one becomes the other. */
function ReadyResult({
  generation,
  onStale,
}: {
  generation: GenerationResult;
  onStale: () => void;
}) {
  const { t } = useTranslation();
  const [openedLocked] = useState(!generation.unlocked);
  const [torn, setTorn] = useState(false);
  const provider = providerName[generation.provider];
  return (
    <article aria-label={t('results.card', { provider })} className="grid min-w-0">
      <Packet className="[&>.pinked]:h-full [&>.pinked]:grid-rows-[auto_1fr]">
        <PictureFrame generation={generation} onStale={onStale}>
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
