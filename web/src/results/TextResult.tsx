import type { GenerationResult } from '@sachet/shared/contracts/generation';
import { useState } from 'react';
import { providerName } from '../app/provider';
import { useTranslation } from '../i18n/translate';
import { Packet } from '../ui/Packet';
import { LockedText } from './LockedText';
import { Seal } from './Seal';
import { WholeText } from './WholeText';

/**
 * The whole card of a text that is ready: all of it where it is free or paid for, else how it
 * begins. One component for both, so that the strip is seen to tear when the one becomes the other.
 */
export function TextResult({ generation }: { generation: GenerationResult }) {
  const { t } = useTranslation();
  const whole = generation.content;
  const [openedLocked] = useState(whole === null);
  const [torn, setTorn] = useState(false);
  const provider = providerName[generation.provider];
  return (
    <article aria-label={t('results.card', { provider })} className="grid min-w-0">
      <Packet className="[&>.pinked]:h-full [&>.pinked]:grid-rows-[auto_1fr]">
        <div className="relative">
          <div className="crimp flex h-13 items-center border-b border-dashed border-ink/30 bg-print-sky px-4 pt-1.5 pb-2 sm:px-5">
            <span className="rounded-full bg-packet px-3 text-note leading-6 font-bold">
              {provider}
            </span>
          </div>
          {whole === null && <Seal provider={provider} />}
          {whole !== null && openedLocked && !torn && (
            <Seal provider={provider} tearing onTorn={() => setTorn(true)} />
          )}
        </div>
        {whole === null ? (
          <LockedText generation={generation} />
        ) : (
          <WholeText generation={generation} text={whole} />
        )}
      </Packet>
    </article>
  );
}
