import type { AspectRatio, Provider } from '@sachet/shared/contracts/vocabulary';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Packet } from '../../ui/Packet';
import { Skeleton } from '../../ui/Skeleton';
import { providerName } from '../provider';
import { cssRatio } from './RatioIcon';
import { Seal } from './Seal';

const rotationMs = 3000;
const messages = ['loading1', 'loading2', 'loading3', 'loading4', 'loading5'] as const;

/** A packet of the final size, still being filled. `provider` is null until it has been read. */
export function WaitingResult({
  aspectRatio,
  provider,
}: {
  aspectRatio: AspectRatio;
  provider: Provider | null;
}) {
  const { t } = useTranslation();
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTurn((current) => current + 1), rotationMs);
    return () => clearInterval(timer);
  }, []);

  const name = provider ? providerName[provider] : '';
  const message = messages[turn % messages.length] ?? 'loading1';
  return (
    <article
      aria-label={t('results.card', { provider: name })}
      aria-busy="true"
      className="grid min-w-0"
    >
      <Packet>
        <div
          className="relative grid max-h-[70svh] w-full place-items-center overflow-hidden bg-sunk"
          style={{ aspectRatio: cssRatio(aspectRatio) }}
        >
          <span className="absolute inset-0 animate-breathe bg-linear-to-t from-print-lilac/70 to-transparent" />
          <Seal provider={name} />
          <p role="status" className="sr-only">
            {t('results.waiting', { provider: name })}
          </p>
          <p
            aria-hidden
            key={message}
            className="relative animate-appear px-4 text-center text-lead font-semibold"
          >
            {t(`results.${message}`)}
          </p>
        </div>
        <div className="grid gap-4 p-4 sm:p-5">
          <Skeleton className="h-7 w-44" />
          <Skeleton className="h-15 rounded-xl" />
          <Skeleton className="h-13 rounded-full" />
        </div>
      </Packet>
    </article>
  );
}
