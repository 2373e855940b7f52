import type { GenerationResult } from '@sachet/shared/contracts/generation';
import { parseIdeas } from '@sachet/shared/ideas';
import { lazy } from 'react';
import { CopyButton } from '../text/CopyButton';
import { MarkdownText, OrPlainText, toCopied } from '../text/MarkdownText';
import { IdeasText, toIdeasText } from './IdeasText';
import { PaidLine } from './PaidLine';
import { TextModelLine } from './TextModelLine';

const Variations = lazy(async () => ({ default: (await import('./Variations')).Variations }));

export function WholeText({ generation, text }: { generation: GenerationResult; text: string }) {
  const parsed = generation.mode === 'instagram_ideas' ? parseIdeas(text) : null;
  const ideas = Array.isArray(parsed) ? parsed : null;
  return (
    <div className="grid grid-rows-[auto_1fr_auto] gap-4 p-4 sm:p-5">
      <TextModelLine generation={generation} />
      {generation.mode === 'instagram' ? (
        <OrPlainText text={text}>
          <Variations text={text} />
        </OrPlainText>
      ) : ideas ? (
        <IdeasText ideas={ideas} />
      ) : (
        <MarkdownText text={text} />
      )}
      {generation.mode !== 'instagram' && (
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
