import type { Idea } from '@sachet/shared/ideas';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useLanguage } from '../i18n/language';
import { useTranslation } from '../i18n/translate';
import { paths } from '../paths';
import { saveImageDraft, storedImageDraft } from '../pictures/image-draft';
import type { Request } from '../generation/request';
import { useGenerate } from '../generation/use-generate';
import { Button } from '../ui/Button';
import { Packet } from '../ui/Packet';
import { readCaptionIds, toIdeaKey, withCaptions, writtenCaptionIds } from './caption-ids';
import { ideaCaptionRequests } from './caption-prompt';
import { IdeaCaptions } from './IdeaCaptions';
import { useUrlChange } from './use-url-change';

/** One idea, and the two things to make of it (docs/product.md, Tools). */
export function IdeaCard({
  idea,
  ideasId,
  index,
}: {
  idea: Idea;
  /** The generation that it is one of. */
  ideasId: string;
  index: number;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const navigate = useNavigate();
  const { ask, busy } = useGenerate();
  const [params] = useSearchParams();
  const changeUrl = useUrlChange(ideasId);
  const key = toIdeaKey(ideasId, index);
  const captionIds = readCaptionIds(params.get('captions')).get(key) ?? [];

  /** In place of those of `replaced`, or of all. */
  async function askForCaptions(requests: Request[], replaced?: string) {
    const started = (await ask(requests)) ?? [];
    if (started.length === 0) return;
    const ids = started.map(({ generationId }) => generationId);
    changeUrl((current) => {
      const all = readCaptionIds(current.get('captions'));
      const own = replaced
        ? (all.get(key) ?? []).flatMap((id) => (id === replaced ? ids : [id]))
        : ids;
      current.set('captions', writtenCaptionIds(withCaptions(all, key, own)));
    });
  }
  const askBoth = () => void askForCaptions(ideaCaptionRequests(idea, language));

  function generateImage() {
    saveImageDraft({ ...storedImageDraft(), subject: idea.visualPrompt });
    void navigate(paths.mode('image'));
  }

  return (
    <Packet>
      <div className="crimp h-10 bg-print-jade" />
      <article className="grid gap-4 border-t border-dashed border-ink/30 p-4 sm:p-6">
        <h3 className="text-lead font-bold">{idea.title}</h3>
        <p>{idea.captionBrief}</p>
        <div className="border-l-2 border-edge pl-3 text-note">
          <h4 className="font-semibold">{t('ideas.visual')}</h4>
          <p className="text-ink-soft">{idea.visualPrompt}</p>
        </div>
        <p className="text-note font-semibold text-ink-soft">{idea.hashtags.join(' ')}</p>
        <div className="flex flex-wrap gap-2">
          {captionIds.length === 0 && (
            <Button busy={busy} onClick={askBoth} className="grow">
              {t('ideas.captions')}
            </Button>
          )}
          <Button look="outline" onClick={generateImage} className="grow">
            {t('ideas.image')}
          </Button>
        </div>
        {captionIds.length > 0 && (
          <IdeaCaptions
            generationIds={captionIds}
            busy={busy}
            onAll={askBoth}
            onAgain={(request, replaced) => void askForCaptions([request], replaced)}
          />
        )}
      </article>
    </Packet>
  );
}
