import type { UnderWay } from '@sachet/shared/contracts/generation';
import type { AspectRatio, Mode, Provider } from '@sachet/shared/contracts/vocabulary';
import { useEffect, useState } from 'react';
import { providerName } from '../app/provider';
import { useTranslation } from '../i18n/translate';
import { Button } from '../ui/Button';
import { Packet } from '../ui/Packet';
import { Skeleton } from '../ui/Skeleton';
import { Progress } from './Progress';
import { cssRatio } from './RatioIcon';
import { isImageMode } from './request';
import { Seal } from './Seal';
import { useCancel } from './use-change';
import { useLoadingMessage } from './use-loading-message';

const rotationMs = 3000;
const messages = ['loading1', 'loading2', 'loading3', 'loading4', 'loading5'] as const;

/** What is being made: nothing of it is known until it has been read. */
export type Awaited = {
  generationId: string;
  mode: Mode;
  provider: Provider;
  aspectRatio: AspectRatio;
  underWay?: UnderWay | null;
};

/** A packet of the final size, still being filled. */
export function WaitingResult({ generation }: { generation: Awaited | null }) {
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
          className="relative grid max-h-[70svh] w-full max-md:max-h-[max(14rem,calc(100svh-19.5rem))] place-items-center overflow-hidden bg-sunk"
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
            <CancelWaiting generationId={generation.generationId} name={name} />
          ) : (
            <Skeleton className="h-13 rounded-full" />
          )}
        </div>
      </Packet>
    </article>
  );
}

function CancelWaiting({ generationId, name }: { generationId: string; name: string }) {
  const { t } = useTranslation();
  const { cancel, busy } = useCancel(generationId);
  return (
    <Button
      look="outline"
      className="min-h-13"
      busy={busy}
      aria-label={t('results.cancelThis', { provider: name })}
      onClick={() => void cancel()}
    >
      {t('results.cancel')}
    </Button>
  );
}

function PictureMessage() {
  const { t } = useTranslation();
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTurn((current) => current + 1), rotationMs);
    return () => clearInterval(timer);
  }, []);
  return <Message message={t(`results.${messages[turn % messages.length] ?? 'loading1'}`)} />;
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
