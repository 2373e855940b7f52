import { useState } from 'react';
import type { Photo } from '../api/photo-upload';
import { useTranslation } from '../i18n/translate';
import { ImagePicker } from '../photos/ImagePicker';
import { tones, toneWord } from '../generation/asked-text';
import { Chips } from '../ui/Chips';
import { TextField } from '../ui/Field';
import type { CaptionDraft } from './caption-prompt';
import { FreeForm } from './FreeForm';

const audienceMaxCharacters = 200;

export function CaptionCard({
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
  const [asked, setAsked] = useState(false);
  const set = (part: Partial<CaptionDraft>) => onDraft({ ...draft, ...part });

  function submit() {
    setAsked(true);
    if (photo && !busy) onSubmit(photo);
  }

  return (
    <FreeForm
      title={t('instagram.title')}
      badge={t('tool.instagramPrice')}
      lead={t('instagram.lead')}
      print="bg-print-rose"
      action={t('instagram.generate')}
      busy={busy}
      error={error}
      onSubmit={submit}
    >
      <div className="grid items-start gap-5 md:grid-cols-2 md:gap-6">
        <ImagePicker
          label={t('instagram.photo')}
          value={photo}
          onChange={onPhoto}
          error={asked && !photo ? t('instagram.photoRequired') : undefined}
        />
        <div className="grid gap-5">
          <TextField
            label={t('instagram.audience')}
            placeholder={t('instagram.audiencePlaceholder')}
            value={draft.audience}
            maxLength={audienceMaxCharacters}
            onChange={(event) => set({ audience: event.target.value })}
          />
          <Chips
            label={t('instagram.tone')}
            choices={tones.map((tone) => ({
              value: tone,
              label: t(`instagram.${toneWord[tone]}`),
            }))}
            value={draft.tone}
            // There is always one: pressing it again leaves it.
            onChange={(tone) => tone && set({ tone })}
          />
        </div>
      </div>
    </FreeForm>
  );
}
