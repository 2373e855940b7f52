import { toCaptionLines } from '@sachet/shared/studio/brand';
import { tones } from '@sachet/shared/studio/tones';
import { Hash, Image as ImageIcon, Lightbulb, PenLine } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Photo } from '../../../browser/photo-store';
import { useActiveKit } from '../brand/brand';
import { BrandSwitch } from '../brand/BrandSwitch';
import { useStoredDraft } from '../form/draft';
import { toneWord } from '../generation/asked-text';
import { ToolPage } from '../form/ToolPage';
import { useAsked } from '../form/use-asked';
import { useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { useAskedNames } from '../../../app/base/provider-uses';
import { ImagePicker } from '../photos/ImagePicker';
import { ResultsPanel } from '../results/ResultsPanel';
import { useTool } from '../results/use-tool';
import { buttonClasses } from '../../../ui/Button';
import { Chips } from '../../../ui/Chips';
import { SpokenField } from '../../chat/voice/SpokenField';
import { FreeForm, FreePacket } from './FreeForm';
import { type CaptionDraft, captionRequest, emptyCaptionDraft } from './prompts';

const draftKey = 'sachet.caption-draft';

const audienceMaxCharacters = 200;

/** Instagram mode: captions for a photo, and a link to the post ideas. */
export function InstagramTool() {
  const { t, language } = useTranslation();
  const tool = useTool('instagram');
  const names = useAskedNames('photos in texts');
  const [draft, setDraft] = useStoredDraft(draftKey, emptyCaptionDraft);
  const [photo, setPhoto] = useState<Photo | null>(null);
  const kit = useActiveKit();
  const set = (part: Partial<CaptionDraft>) => setDraft({ ...draft, ...part });
  const { form, asked } = useAsked(photo !== null && !tool.busy, () => {
    if (!photo) return;
    tool.generate(captionRequest(draft, photo, language, kit ? toCaptionLines(kit) : []));
  });

  return (
    <ToolPage
      beside="card"
      form={
        <FreeForm
          form={form}
          title={t('instagram.title')}
          badge={t('tool.instagramPrice')}
          lead={t('instagram.lead', names)}
          print="bg-print-rose"
          action={t('instagram.generate')}
          busy={tool.busy}
          error={tool.error}
        >
          <div className="grid items-start gap-4 md:grid-cols-2 md:gap-6">
            <ImagePicker
              label={t('studioCommon.yourPhoto')}
              value={photo}
              onChange={setPhoto}
              error={asked && !photo ? t('instagram.photoRequired') : undefined}
            />
            <div className="grid gap-4 sm:gap-5">
              <SpokenField
                label={t('ideas.audience')}
                placeholder={t('instagram.audiencePlaceholder')}
                value={draft.audience}
                maxLength={audienceMaxCharacters}
                onText={(audience) => set({ audience })}
              />
              <Chips
                label={t('studioCommon.tone')}
                choices={tones.map((tone) => ({
                  value: tone,
                  label: t(`instagram.${toneWord[tone]}`),
                }))}
                value={draft.tone}
                // One tone is always chosen: pressing it again keeps it.
                onChange={(tone) => tone && set({ tone })}
              />
              <BrandSwitch />
            </div>
          </div>
        </FreeForm>
      }
      aside={<IdeasCard />}
      panel={<ResultsPanel mode="instagram" tool={tool} />}
    />
  );
}

/** The parts of each idea, with their icons. */
const contents = [
  [ImageIcon, 'hasPicture'],
  [PenLine, 'hasCaptions'],
  [Hash, 'hasHashtags'],
] as const;

/** The free 'Daily IG Ideas' card (docs/product.md, Screens). */
function IdeasCard() {
  const { t } = useTranslation();
  return (
    <FreePacket
      level="h2"
      title={t('ideas.card')}
      badge={t('common.free')}
      lead={t('ideas.cardText')}
      print="bg-print-jade"
    >
      <div className="grid gap-5 p-4 sm:px-6 sm:pt-5 sm:pb-6">
        <ul className="grid gap-3">
          {contents.map(([Icon, word]) => (
            <li key={word} className="flex items-center gap-3">
              <Icon aria-hidden className="size-5 shrink-0 text-ink-soft" />
              {t(`ideas.${word}`)}
            </li>
          ))}
        </ul>
        <Link
          to={paths.mode('instagram_ideas')}
          className={buttonClasses({ look: 'outline', size: 'large' })}
        >
          <Lightbulb aria-hidden className="size-5" />
          {t('ideas.open')}
        </Link>
      </div>
    </FreePacket>
  );
}
