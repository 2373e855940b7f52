import type { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import { type Idea, parseIdeas } from '@sachet/shared/studio/ideas';
import { formatPrice } from '@sachet/shared/money';
import { isPaidTextMode, tools } from '@sachet/shared/tools';
import { useState } from 'react';
import { lazyPart } from '../../../app/base/lazy-part';
import { providerName } from '../../../app/base/provider';
import { useTranslation } from '../../../i18n/translate';
import { UnlockFailure } from '../purchase/BuyPicture';
import { PaidLine } from '../purchase/PaidLine';
import { useUnlock } from '../purchase/use-unlock';
import { closeExcerpt } from '../text/close-strong';
import { CopyButton } from '../text/CopyButton';
import { MarkdownText, OrPlainText, PlainText, toCopied } from '../text/MarkdownText';
import { Button } from '../../../ui/Button';
import { Packet } from '../../../ui/Packet';
import { Seal } from '../../../ui/Seal';

/**
 * A finished text: all of it if it is free or bought, otherwise its beginning. The same component renders
 * both, so that the seal can be animated.
 */
export function TextCard({ generation }: { generation: GenerationResult }) {
  const { t } = useTranslation();
  const whole = generation.content;
  const [openedLocked] = useState(whole === null);
  const [torn, setTorn] = useState(false);
  const provider = providerName[generation.provider];
  return (
    <article aria-label={t('results.card', { provider })} className="grid min-w-0">
      <Packet isFilled>
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
          <UnlockedText generation={generation} text={whole} />
        )}
      </Packet>
    </article>
  );
}

/** Shows the faded beginning, the length of the whole text, and a button with the price. */
function LockedText({ generation }: { generation: GenerationResult }) {
  const { t } = useTranslation();
  const { unlock, busy, error } = useUnlock([generation]);
  const { generationId, mode, modelId, previewContent, contentWords, cost } = generation;
  const pending = busy || generation.unlockStatus === 'pending';
  return (
    <div className="grid grid-rows-[auto_1fr_auto] gap-4 p-4 sm:p-5">
      <TextModelLine generation={generation} />
      <div className="grid grid-rows-[auto_1fr]">
        <MarkdownText
          text={closeExcerpt(previewContent ?? '')}
          className="mask-b-from-50% mask-b-to-130%"
        />
        <CoveredLines />
      </div>
      <div className="grid gap-4">
        {contentWords !== null && isPaidTextMode(mode) && (
          <p className="border-t border-dashed border-fold pt-3 text-note text-ink-soft">
            {t(`${mode}.length`, { words: contentWords })}
          </p>
        )}
        {!pending && <UnlockFailure generation={generation} error={error} />}
        <Button
          look="money"
          size="large"
          className="money"
          busy={pending}
          disabled={cost === null}
          onClick={() => void unlock({ generationId, modelId })}
        >
          {cost === null
            ? t('error.missingModel')
            : t(pending ? 'results.unlocking' : 'results.unlock', { price: formatPrice(cost) })}
        </Button>
      </div>
    </div>
  );
}

const lineWidths = [100, 94, 98, 88, 96, 72, 99, 91, 97, 85, 93, 64];

/** Draws fading lines in place of the hidden text. They fill the remaining height. */
function CoveredLines() {
  return (
    <div aria-hidden className="relative mt-4 min-h-24 mask-b-from-0% mask-b-to-100%">
      <div className="absolute inset-0 grid content-start gap-3.5 overflow-hidden">
        {lineWidths.map((width) => (
          <span key={width} className="h-2.5 rounded-full bg-fold" style={{ width: `${width}%` }} />
        ))}
      </div>
    </div>
  );
}

const Variations = lazyPart(async () => (await import('./Variations')).Variations, {
  coming: PlainText,
  missing: PlainText,
});

function UnlockedText({ generation, text }: { generation: GenerationResult; text: string }) {
  const { makes } = tools[generation.mode];
  const parsed = makes === 'ideas' ? parseIdeas(text) : null;
  const ideas = Array.isArray(parsed) ? parsed : null;
  return (
    <div className="grid grid-rows-[auto_1fr_auto] gap-4 p-4 sm:p-5">
      <TextModelLine generation={generation} />
      {makes === 'captions' ? (
        <OrPlainText text={text}>
          <Variations text={text} isPost />
        </OrPlainText>
      ) : ideas ? (
        <IdeasText ideas={ideas} />
      ) : (
        <MarkdownText text={text} />
      )}
      {makes !== 'captions' && (
        <div className="grid gap-4">
          {generation.charged !== null && generation.charged > 0 && (
            <PaidLine charges={[generation.charged]} />
          )}
          <CopyButton
            text={ideas ? toIdeasText(ideas) : () => toCopied(text)}
            look="ink"
            size="large"
          />
        </div>
      )}
    </div>
  );
}

/** Shows ideas without buttons. The overlay of the ideas has the buttons. */
function IdeasText({ ideas }: { ideas: readonly Idea[] }) {
  return (
    <ol className="grid content-start gap-5">
      {ideas.map(({ title, captionBrief, visualPrompt, hashtags }) => (
        <li key={`${title} ${visualPrompt}`} className="grid gap-1">
          <h3 className="font-bold">{title}</h3>
          <p>{captionBrief}</p>
          <p className="text-note text-ink-soft">{visualPrompt}</p>
          <p className="text-note font-semibold text-ink-soft">{hashtags.join(' ')}</p>
        </li>
      ))}
    </ol>
  );
}

const toIdeasText = (ideas: readonly Idea[]): string =>
  ideas
    .map(({ title, captionBrief, visualPrompt, hashtags }) =>
      [title, captionBrief, visualPrompt, hashtags.join(' ')].join('\n'),
    )
    .join('\n\n');

/** Names the model, and the quality if the user can choose it. */
function TextModelLine({ generation }: { generation: GenerationResult }) {
  const { t } = useTranslation();
  return (
    <div className="flex min-w-0 flex-wrap items-baseline justify-between gap-x-4">
      <h2 className="text-lead font-bold">{generation.modelName}</h2>
      <p className="text-note text-ink-soft">
        {isPaidTextMode(generation.mode)
          ? t(generation.quality === 'quality' ? 'studioCommon.quality' : 'studioCommon.speed')
          : t('common.free')}
      </p>
    </div>
  );
}
