import type { Provider } from '@sachet/shared/contracts/vocabulary';
import type { Idea } from '@sachet/shared/ideas';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '../../paths';
import { Button } from '../../ui/Button';
import { Packet } from '../../ui/Packet';
import { keepImageDraft, storedImageDraft } from '../image/image-draft';
import { IdeaCaptions } from './IdeaCaptions';

/** One idea, and the two things to make of it (specification, section 1, "Ideas mode"). */
export function IdeaCard({
  idea,
  captionsId,
  busy,
  onCaptions,
}: {
  idea: Idea;
  /** The generation of its captions, once they were asked for. */
  captionsId: string | null;
  busy: boolean;
  onCaptions: (provider?: Provider) => void;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();

  function generateImage() {
    keepImageDraft({ ...storedImageDraft(), subject: idea.visualPrompt });
    void navigate(paths.mode('image'));
  }

  return (
    <Packet>
      <div className="crimp h-10 bg-print-jade" />
      <article className="grid gap-4 border-t border-dashed border-ink/30 p-4 sm:p-6">
        <h2 className="text-lead font-bold">{idea.title}</h2>
        <p>{idea.captionBrief}</p>
        <div className="border-l-2 border-edge pl-3 text-note">
          <h3 className="font-semibold">{t('ideas.visual')}</h3>
          <p className="text-ink-soft">{idea.visualPrompt}</p>
        </div>
        <p className="text-note font-semibold text-ink-soft">{idea.hashtags.join(' ')}</p>
        <div className="flex flex-wrap gap-2">
          {captionsId === null && (
            <Button disabled={busy} onClick={() => onCaptions()} className="grow">
              {t('ideas.captions')}
            </Button>
          )}
          <Button look="outline" onClick={generateImage} className="grow">
            {t('ideas.image')}
          </Button>
        </div>
        {captionsId !== null && (
          <IdeaCaptions generationId={captionsId} busy={busy} onReplace={onCaptions} />
        )}
      </article>
    </Packet>
  );
}
