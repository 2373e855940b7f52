import { promptMaxCharacters } from '@sachet/shared/contracts/generation';
import type { Quality } from '@sachet/shared/contracts/vocabulary';
import { useState, type FormEvent } from 'react';
import { useGeneration } from '../api/hooks';
import { PictureQuality } from '../form/PictureQuality';
import { PromptField } from '../form/PromptField';
import { PromptHelp } from '../form/PromptHelp';
import { RecentPrompts } from '../form/RecentPrompts';
import { useTranslation } from '../i18n/translate';
import { Tint } from '../marking/Tint';
import { changeEditDraft, type EditDraft, type EditSource } from '../photos/edit-draft';
import { ImagePicker } from '../photos/ImagePicker';
import { Chips } from '../ui/Chips';
import { ChosenResult, toPictureUrl } from './ChosenResult';
import { presetIn, presets, presetWord, withPreset } from './edit-presets';
import { ImageGenerateBar } from './ImageGenerateBar';
import { MarkedPart } from './MarkedPart';
import { ResultPicker } from './ResultPicker';

export function EditForm({
  draft,
  quality,
  onQuality,
  busy,
  error,
  onSubmit,
}: {
  draft: EditDraft;
  quality: Quality;
  onQuality: (quality: Quality) => void;
  busy: boolean;
  error: string | null;
  onSubmit: (source: EditSource) => void;
}) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState(false);
  const { source, prompt, marked } = draft;
  const { data: chosen } = useGeneration(source?.kind === 'result' ? source.generationId : null);
  // An edit costs at least what its picture costs now at that size.
  const least = chosen?.pricesNow ?? null;
  const picture = source?.kind === 'upload' ? source.photo.file : chosen && toPictureUrl(chosen);
  const tint = marked && <Tint marked={marked} className="size-full object-contain" />;
  const missing = prompt.trim() === '';
  const tooLong = prompt.length > promptMaxCharacters;

  function submit(event?: FormEvent) {
    event?.preventDefault();
    setAsked(true);
    if (source && !missing && !tooLong && !busy) onSubmit(source);
  }

  function pictureError(): string | undefined {
    if (draft.isPhotoLost) return t('edit.photoLost');
    return asked && !source ? t('edit.photoRequired') : undefined;
  }

  function promptError(): string | undefined {
    if (tooLong) return t('edit.tooLong', { max: promptMaxCharacters });
    return asked && missing ? t('edit.promptRequired') : undefined;
  }

  return (
    <form noValidate onSubmit={submit} className="grid content-start gap-5">
      <h1 className="text-title font-bold">{t('edit.title')}</h1>
      {source?.kind === 'result' ? (
        <ChosenResult
          generationId={source.generationId}
          over={tint}
          onRemove={() => changeEditDraft({ source: null })}
        />
      ) : (
        <div className="grid gap-3">
          <ImagePicker
            label={t('edit.photo')}
            value={source?.photo ?? null}
            onChange={(photo) => changeEditDraft({ source: photo && { kind: 'upload', photo } })}
            error={pictureError()}
            over={tint}
          />
          {!source && (
            <ResultPicker
              onPick={(generationId) =>
                changeEditDraft({ source: { kind: 'result', generationId } })
              }
            />
          )}
        </div>
      )}
      {source && picture && (
        <MarkedPart
          picture={picture}
          marked={marked}
          onChange={(next) => changeEditDraft({ marked: next })}
        />
      )}
      <Chips
        label={t('edit.presets')}
        choices={presets.map((value) => ({ value, label: t(`edit.${presetWord[value]}`) }))}
        value={presetIn(prompt)}
        onChange={(preset) => changeEditDraft({ prompt: withPreset(prompt, preset) })}
      />
      <PromptField
        label={t('edit.prompt')}
        placeholder={t('edit.promptPlaceholder')}
        value={prompt}
        max={promptMaxCharacters}
        error={promptError()}
        onChange={(words) => changeEditDraft({ prompt: words })}
        onSubmit={submit}
        below={
          <>
            <PromptHelp
              mode="edit_image"
              value={prompt}
              max={promptMaxCharacters}
              onChange={(words) => changeEditDraft({ prompt: words })}
            />
            <RecentPrompts
              mode="edit_image"
              onPick={(words) => changeEditDraft({ prompt: words })}
            />
          </>
        }
      />
      <PictureQuality mode="edit_image" value={quality} onChange={onQuality} />
      <ImageGenerateBar
        mode="edit_image"
        quality={quality}
        least={least}
        busy={busy}
        error={error}
      />
    </form>
  );
}
