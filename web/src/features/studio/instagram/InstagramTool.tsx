import { toCaptionLines } from '@sachet/shared/studio/brand';
import { tones } from '@sachet/shared/studio/tones';
import { Hash, Image as ImageIcon, Lightbulb, PenLine } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Photo } from '../photos/photo-upload';
import { useActiveKit } from '../brand/brand';
import { BrandSwitch } from '../brand/BrandSwitch';
import { useDraft } from '../form/draft';
import { toneWord } from '../generation/asked-text';
import { useAsked } from '../form/use-asked';
import { useLanguage } from '../../../i18n/language';
import { useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { ImagePicker } from '../photos/ImagePicker';
import { ResultsPanel } from '../results/ResultsPanel';
import { useTool } from '../results/use-tool';
import { buttonClasses } from '../../../ui/Button';
import { Chips } from '../../../ui/Chips';
import { SpokenField } from '../../chat/voice/SpokenField';
import { Packet } from '../../../ui/Packet';
import { FreeForm, FreeHeading } from './FreeForm';
import { type CaptionDraft, captionRequests, emptyCaptionDraft } from './prompts';

const draftKey = 'sachet.caption-draft';

/** Instagram mode: captions for a photo, and a link to the post ideas. */
export function InstagramTool() {
  const language = useLanguage();
  const tool = useTool('instagram');
  const [draft, setDraft] = useDraft(draftKey, emptyCaptionDraft);
  const [photo, setPhoto] = useState<Photo | null>(null);
  const kit = useActiveKit();

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 pt-6 md:pt-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-10">
      <CaptionCard
        draft={draft}
        onDraft={setDraft}
        photo={photo}
        onPhoto={setPhoto}
        busy={tool.busy}
        error={tool.error}
        onSubmit={(chosen) => {
          void tool.generate(
            captionRequests(draft, chosen, language, kit ? toCaptionLines(kit) : []),
          );
        }}
      />
      <IdeasCard />
      <ResultsPanel mode="instagram" tool={tool} />
    </div>
  );
}

const audienceMaxCharacters = 200;

function CaptionCard({
  draft,
  onDraft,
  photo,
  onPhoto,
  busy,
  error,
  onSubmit,
}: {
  draft: CaptionDraft;
  onDraft: (draft: CaptionDraft) => void;
  photo: Photo | null;
  onPhoto: (photo: Photo | null) => void;
  busy: boolean;
  error: string | null;
  onSubmit: (photo: Photo) => void;
}) {
  const { t } = useTranslation();
  const { form, asked, ask } = useAsked();
  const set = (part: Partial<CaptionDraft>) => onDraft({ ...draft, ...part });

  function submit() {
    ask();
    if (photo && !busy) onSubmit(photo);
  }

  return (
    <FreeForm
      ref={form}
      title={t('instagram.title')}
      badge={t('tool.instagramPrice')}
      lead={t('instagram.lead')}
      print="bg-print-rose"
      action={t('instagram.generate')}
      busy={busy}
      error={error}
      onSubmit={submit}
    >
      <div className="grid items-start gap-4 md:grid-cols-2 md:gap-6">
        <ImagePicker
          label={t('instagram.photo')}
          value={photo}
          onChange={onPhoto}
          error={asked && !photo ? t('instagram.photoRequired') : undefined}
        />
        <div className="grid gap-4 sm:gap-5">
          <SpokenField
            label={t('instagram.audience')}
            placeholder={t('instagram.audiencePlaceholder')}
            value={draft.audience}
            maxLength={audienceMaxCharacters}
            onText={(audience) => set({ audience })}
          />
          <Chips
            label={t('instagram.tone')}
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
    <Packet>
      <div className="crimp grid h-10 bg-print-jade" />
      <div className="grid gap-5 border-t border-dashed border-ink/30 p-4 sm:p-6">
        <FreeHeading
          level="h2"
          title={t('ideas.card')}
          badge={t('text.free')}
          lead={t('ideas.cardText')}
        />
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
    </Packet>
  );
}
