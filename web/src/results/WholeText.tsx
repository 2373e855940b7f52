import type { GenerationResult } from '@sachet/shared/contracts/generation';
import { parseIdeas } from '@sachet/shared/ideas';
import { CopyButton } from '../text/CopyButton';
import { MarkdownText } from '../text/MarkdownText';
import { IdeasText, toIdeasText } from './IdeasText';
import { PaidLine } from './PaidLine';
import { TextModelLine } from './TextModelLine';
import { Variations } from './Variations';

export function WholeText({ generation, text }: { generation: GenerationResult; text: string }) {
  const parsed = generation.mode === 'instagram_ideas' ? parseIdeas(text) : null;
  const ideas = Array.isArray(parsed) ? parsed : null;
  return (
    <div className="grid grid-rows-[auto_1fr_auto] gap-4 p-4 sm:p-5">
      <TextModelLine generation={generation} />
      {generation.mode === 'instagram' ? (
        <Variations text={text} />
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
          <CopyButton text={ideas ? toIdeasText(ideas) : text} look="ink" size="large" />
        </div>
      )}
    </div>
  );
}
