import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Photo } from '../api/photo-upload';
import { ImagePicker } from '../photos/ImagePicker';
import { tones, toneWord } from '../results/asked-text';
import { Button } from '../ui/Button';
import { Chips } from '../ui/Chips';
import { FieldError, TextField } from '../ui/Field';
import { Packet } from '../ui/Packet';
import type { CaptionDraft } from './caption-prompt';
import { FreeHeading } from './FreeHeading';

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

  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (photo && !busy) onSubmit(photo);
  }

  return (
    <Packet>
      <div className="crimp h-10 bg-print-rose" />
      <form
        noValidate
        onSubmit={submit}
        className="grid gap-5 border-t border-dashed border-ink/30 p-4 max-sm:pb-1 sm:p-6"
      >
        <FreeHeading
          level="h1"
          title={t('instagram.title')}
          badge={t('tool.instagramPrice')}
          lead={t('instagram.lead')}
        />
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
        <FieldError>{error}</FieldError>
        <div className="sticky bottom-[calc(var(--lower-edge)+var(--stuck))] -mx-4 border-t border-dashed border-fold bg-packet px-4 py-3 sm:static sm:mx-0 sm:border-0 sm:p-0">
          <Button type="submit" busy={busy} size="large" className="w-full">
            {t(busy ? 'form.generating' : 'instagram.generate')}
          </Button>
        </div>
      </form>
    </Packet>
  );
}
