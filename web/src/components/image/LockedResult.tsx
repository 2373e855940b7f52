import type { GenerationResult } from '@sachet/shared/contracts/generation';
import { formatPrice } from '@sachet/shared/money';
import { defaultFinalSize, finalSizes, type FinalSize } from '@sachet/shared/rate-card';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProfile } from '../../api/hooks';
import { dropPending, usePending } from '../../auth/pending';
import { Button } from '../../ui/Button';
import { Price } from '../../ui/Money';
import { Segmented } from '../../ui/Segmented';
import { useOpenDialog } from '../dialogs';
import { ModelLine } from './ModelLine';
import { useUnlock, type Unlock, type UnlockFault } from './use-unlock';

/** The lower half of a locked packet: which size, and the price on the button. */
export function LockedResult({ generation }: { generation: GenerationResult }) {
  const { t } = useTranslation();
  const unlocking = useUnlock(generation);
  const [chosen, setChosen] = useState<FinalSize>(defaultFinalSize);
  usePendingUnlock(generation, unlocking.unlock);

  const pending = generation.unlockStatus === 'pending';
  const size = pending ? (generation.unlockSize ?? chosen) : chosen;
  const price = generation.prices?.[String(size)] ?? null;
  const sizes = finalSizes.filter((option) => generation.prices?.[String(option)] !== undefined);

  function press() {
    if (!generation.recipe) return;
    void unlocking.unlock({
      generationId: generation.generationId,
      recipe: generation.recipe,
      finalSize: size,
    });
  }

  return (
    <div className="grid content-start gap-4 p-4 sm:p-5">
      <ModelLine generation={generation} />
      {sizes.length > 0 && (
        <Segmented
          legend={t('results.size')}
          hideLegend
          value={String(size)}
          onChange={(value) => {
            const picked = finalSizes.find((option) => String(option) === value);
            if (picked && !pending) setChosen(picked);
          }}
          segments={sizes.map((option) => ({
            value: String(option),
            label: <SizeLabel size={option} rupees={generation.prices?.[String(option)] ?? 0} />,
          }))}
        />
      )}
      {(generation.unlockStatus === 'failed' || unlocking.fault) && (
        <UnlockFailure generation={generation} fault={unlocking.fault} />
      )}
      {pending && price !== null ? (
        <p className="grid min-h-13 items-center text-note text-ink-soft">
          {t('results.unlockingText', { price: formatPrice(price) })}
        </p>
      ) : (
        <Button
          look="money"
          className="money min-h-13 text-lead"
          busy={unlocking.busy}
          disabled={price === null || !generation.recipe}
          onClick={press}
        >
          {price === null
            ? t('error.missingModel')
            : t('results.unlock', { price: formatPrice(price) })}
        </Button>
      )}
    </div>
  );
}

function SizeLabel({ size, rupees }: { size: FinalSize; rupees: number }) {
  return (
    <span className="grid py-1 leading-tight">
      <span className="tabular-nums">
        {size}
        <span className="font-normal max-lg:sr-only"> px</span>
      </span>
      <Price rupees={rupees} className="font-normal" />
    </span>
  );
}

/** What the press or the worker met. Only where the answer is known may it say that nothing was paid. */
function UnlockFailure({
  generation,
  fault,
}: {
  generation: GenerationResult;
  fault: UnlockFault | null;
}) {
  const { t } = useTranslation();
  const category = generation.errorCategory ?? 'generic';
  return (
    <div role="alert" className="rounded-xl bg-vermilion-wash px-4 py-3 text-note">
      <p className="font-bold text-vermilion">{t('results.unlockFailed')}</p>
      {fault ? (
        <p>{fault.words}</p>
      ) : (
        <>
          <p>{t(`failure.${category}`)}</p>
          <p>{t(`failure.${category}Hint`)}</p>
        </>
      )}
      <p className="font-semibold">
        {t(fault?.isAnswerLost ? 'results.neverTwice' : 'results.notCharged')}
      </p>
    </div>
  );
}

/** An unlock that a sign-in had interrupted goes on by itself. */
function usePendingUnlock(generation: GenerationResult, unlock: Unlock['unlock']): void {
  const pending = usePending();
  const { data: profile } = useProfile();
  const dialog = useOpenDialog();
  const mine =
    pending?.kind === 'unlock' && pending.request.generationId === generation.generationId;
  const ready = Boolean(profile) && dialog === null && mine;

  useEffect(() => {
    if (!ready || pending?.kind !== 'unlock') return;
    dropPending();
    void unlock(pending.request);
  }, [ready, pending, unlock]);
}
