import type { Stage, UnderWay } from '@sachet/shared/contracts/generation';
import type { Provider } from '@sachet/shared/contracts/vocabulary';
import { useTranslation } from '../i18n/translate';
import { providerName } from '../app/provider';
import { Spinner } from '../ui/Spinner';
import { useElapsedMs } from './use-elapsed';

const stageWord = {
  queued: 'stageQueued',
  asked: 'stageAsked',
  finishing: 'stageFinishing',
} as const satisfies Record<Stage, string>;

/** How far it is, as the server knows it, and how long that has taken. */
export function Progress({ underWay, provider }: { underWay: UnderWay; provider: Provider }) {
  const { t } = useTranslation();
  const seconds = Math.floor(useElapsedMs(underWay) / 1000);
  const minutes = Math.floor(seconds / 60);
  return (
    <div className="flex min-w-0 items-center gap-2.5 text-note">
      <Spinner />
      <p role="status" className="min-w-0 font-semibold">
        {t(`results.${stageWord[underWay.stage]}`, { provider: providerName[provider] })}
      </p>
      {/* Read aloud each second it would hide the rest. */}
      <span aria-hidden className="ml-auto shrink-0 text-ink-soft tabular-nums">
        {minutes}:{String(seconds % 60).padStart(2, '0')}
      </span>
    </div>
  );
}
