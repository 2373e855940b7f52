import type { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import { useEffect, useState } from 'react';
import { providerName } from '../../../app/base/provider';
import { isImageMode } from '@sachet/shared/tools';
import { useTranslation } from '../../../i18n/translate';
import { Progress } from '../purchase/BuyPicture';
import { useCancel } from '../purchase/use-unlock';
import { Button } from '../../../ui/Button';
import { Packet } from '../../../ui/Packet';
import { Skeleton } from '../../../ui/Skeleton';
import { cssRatio } from './PictureFrame';
import { Seal } from '../../../ui/Seal';

/**
 * A packet of the final size that shows the progress of the generation. `generation` is null while it is
 * being loaded.
 */
export function WaitingCard({ generation }: { generation: GenerationResult | null }) {
  const { t } = useTranslation();
  const name = generation ? providerName[generation.provider] : '';
  const isText = generation !== null && !isImageMode(generation.mode);
  return (
    <article
      aria-label={t('results.card', { provider: name })}
      aria-busy="true"
      className="grid min-w-0"
    >
      <Packet>
        <div
          className="relative grid max-h-[70svh] w-full max-md:max-h-[max(14rem,calc(100svh-16.5rem))] place-items-center overflow-hidden bg-sunk"
          style={
            isText
              ? { height: '14rem' }
              : { aspectRatio: cssRatio(generation?.aspectRatio ?? '1:1') }
          }
        >
          <span className="absolute inset-0 animate-breathe bg-linear-to-t from-print-lilac/70 to-transparent" />
          <Seal provider={name} />
          <p role="status" className="sr-only">
            {t('results.waiting', { provider: name })}
          </p>
          {isText ? <TextMessage /> : <PictureMessage />}
        </div>
        <div className="grid gap-4 p-4 sm:p-5">
          <Skeleton className="h-7 w-44" />
          {generation?.underWay ? (
            <Progress underWay={generation.underWay} provider={generation.provider} />
          ) : (
            <Skeleton className="h-5 rounded-xl" />
          )}
          {generation ? (
            <CancelButton generation={generation} className="min-h-13" />
          ) : (
            <Skeleton className="h-13 rounded-full" />
          )}
        </div>
      </Packet>
    </article>
  );
}

export function CancelButton({
  generation: { generationId, provider },
  className,
}: {
  generation: Pick<GenerationResult, 'generationId' | 'provider'>;
  className?: string;
}) {
  const { t } = useTranslation();
  const { cancel, busy } = useCancel(generationId);
  return (
    <Button
      look="outline"
      className={className}
      busy={busy}
      aria-label={t('results.cancelThis', { provider: providerName[provider] })}
      onClick={() => void cancel()}
    >
      {t('studioCommon.cancel')}
    </Button>
  );
}

/** How long each message is shown (docs/product.md, Numbers). */
const rotationMs = 3000;

/** Returns a number that increases by one every three seconds. */
function useTurn(): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTurn((current) => current + 1), rotationMs);
    return () => clearInterval(timer);
  }, []);
  return turn;
}

const textMessages = ['loading1', 'loading2', 'loading3', 'loading4'] as const;

/** Returns the message while a text is written. It changes every three seconds. */
export function useLoadingMessage(): string {
  const { t } = useTranslation();
  return t(`text.${textMessages[useTurn() % textMessages.length] ?? 'loading1'}`);
}

const pictureMessages = ['loading1', 'loading2', 'loading3', 'loading4', 'loading5'] as const;

function PictureMessage() {
  const { t } = useTranslation();
  const message = pictureMessages[useTurn() % pictureMessages.length] ?? 'loading1';
  return <Message message={t(`results.${message}`)} />;
}

function TextMessage() {
  return <Message message={useLoadingMessage()} />;
}

function Message({ message }: { message: string }) {
  return (
    <p
      aria-hidden
      key={message}
      className="relative animate-appear px-4 text-center text-lead font-semibold"
    >
      {message}
    </p>
  );
}
