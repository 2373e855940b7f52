import { toEditWords } from '@sachet/shared/studio/brand';
import type { Language, Quality } from '@sachet/shared/contracts/vocabulary';
import { unlockImagesMax } from '@sachet/shared/vocabulary';
import { Images, Paintbrush, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useGeneration } from '../../../api/hooks';
import { useActiveKit } from '../brand/brand';
import { BrandSwitch } from '../brand/BrandSwitch';
import { dropShared } from '../../../browser/service-worker';
import { useStore } from '../../../browser/store';
import { isPrompt } from '../form/PromptField';
import { PictureQuality, useQuality } from '../form/QualityChoice';
import { RecentPrompts, saveRecentPrompt } from '../form/RecentPrompts';
import { type CommonRequest, previewMaxPixels } from '../generation/request';
import { ToolForm, ToolPage } from '../form/ToolPage';
import { useAsked } from '../form/use-asked';
import { useTranslation } from '../../../i18n/translate';
import { MarkEditor } from '../marking/MarkEditor';
import type { Marked } from '../marking/marks';
import { Tint } from '../marking/Tint';
import { paths } from '../../../app/base/paths';
import { changeEditDraft, editDraft, type EditDraft, type EditSource } from '../photos/edit-draft';
import { ImagePicker } from '../photos/ImagePicker';
import { fileMaxMegabytes, readImage } from '../photos/read-image';
import { ResultsAside } from '../results/ResultsAside';
import { ResultsPanel } from '../results/ResultsPanel';
import { useTool } from '../results/use-tool';
import { Button, buttonClasses, IconButton } from '../../../ui/Button';
import { notify } from '../../../ui/Toaster';
import { withChange } from '../../../browser/url';
import { ChosenResult, ResultPicker, toPictureUrl } from './ChosenResult';
import { editMaxCharacters, withBrand } from './edit-presets';
import { EditWords, MorePresets } from './EditPresets';
import { ImageGenerateBar } from './ImageGenerateBar';

/** Edit mode: the form. The results in the URL cover it. */
export function EditTool() {
  const { t, language } = useTranslation();
  const draft = useStore(editDraft);
  useSharedPhoto();
  const [quality, setQuality] = useQuality();
  const tool = useTool('edit_image');
  const kit = useActiveKit();
  const { source, prompt, marked } = draft;
  const { data: chosen } = useGeneration(source?.kind === 'result' ? source.generationId : null);
  // An edit costs at least as much as its picture costs now at the same size.
  const least = chosen?.pricesNow ?? null;
  const picture = source?.kind === 'upload' ? source.photo.file : chosen && toPictureUrl(chosen);
  const tint = marked && <Tint marked={marked} className="size-full object-contain" />;
  const setPrompt = (words: string) => changeEditDraft({ prompt: words });
  const isComplete = source !== null && isPrompt(prompt, editMaxCharacters);
  const { form, asked, submit } = useAsked(isComplete && !tool.busy, send);

  function send() {
    if (!source) return;
    saveRecentPrompt('edit_image', prompt);
    const words = kit && toEditWords(kit);
    tool.generate(toEditRequest({ prompt, marked, source }, quality, language, words));
  }

  function pictureError(): string | undefined {
    if (draft.isPhotoLost) return t('edit.photoLost');
    return asked && !source ? t('edit.photoRequired') : undefined;
  }

  return (
    <ToolPage
      beside="results"
      form={
        <ToolForm form={form} title={t('edit.title')}>
          {source?.kind === 'result' ? (
            <ChosenResult
              generationId={source.generationId}
              over={tint}
              onRemove={() => changeEditDraft({ source: null })}
            />
          ) : (
            <ImagePicker
              label={t('edit.photo')}
              value={source?.photo ?? null}
              onChange={(photo) => changeEditDraft({ source: photo && { kind: 'upload', photo } })}
              error={pictureError()}
              over={tint}
            />
          )}
          <EditWords prompt={prompt} asked={asked} onChange={setPrompt} onSubmit={submit} />
          <PictureQuality mode="edit_image" value={quality} onChange={setQuality} />
          {source && picture && (
            <MarkedPart
              picture={picture}
              marked={marked}
              onChange={(next) => changeEditDraft({ marked: next })}
            />
          )}
          <SeveralPhotos />
          {!source && (
            <ResultPicker
              onPick={(generationId) =>
                changeEditDraft({ source: { kind: 'result', generationId } })
              }
            />
          )}
          <div className="grid gap-2">
            <MorePresets prompt={prompt} onChange={setPrompt} />
            <RecentPrompts mode="edit_image" onPick={setPrompt} />
          </div>
          <BrandSwitch />
          <ImageGenerateBar
            mode="edit_image"
            quality={quality}
            least={least}
            busy={tool.busy}
            error={tool.error}
          />
        </ToolForm>
      }
      aside={<ResultsAside mode="edit_image" />}
      panel={<ResultsPanel mode="edit_image" tool={tool} />}
    />
  );
}

/** Replaces the chosen picture with a photo that another app shared. */
function useSharedPhoto(): void {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const isShared = params.has('shared');
  useEffect(() => {
    if (!isShared) {
      // Deletes any stored photo, because another site may have posted it.
      void dropShared();
      return;
    }
    const open = async () => {
      const file = await takeSharedPhoto();
      const read = file && (await readImage(file));
      if (read && 'photo' in read) {
        changeEditDraft({ source: { kind: 'upload', photo: read.photo } });
      } else if (read) {
        notify.error(t(`upload.${read.error}`, { megabytes: fileMaxMegabytes }));
      }
    };
    void open();
    setParams((now) => withChange(now, { shared: null }), { replace: true });
    // oxlint-disable-next-line react/exhaustive-deps -- once for each share
  }, [isShared]);
}

/** Takes a photo that another app has shared and the service worker has stored until now. */
export async function takeSharedPhoto(): Promise<File | null> {
  const cacheName = 'sachet-shared';
  try {
    const cache = await caches.open(cacheName);
    const answer = await cache.match('/shared-photo');
    await caches.delete(cacheName);
    if (!answer) return null;
    const name = decodeURIComponent(answer.headers.get('X-Name') ?? '') || 'photo';
    const type = answer.headers.get('Content-Type') ?? '';
    return new File([await answer.blob()], name, { type });
  } catch {
    return null;
  }
}

/** Returns the request for an edit (docs/product.md, API). */
function toEditRequest(
  { source, marked, prompt }: Pick<EditDraft, 'marked' | 'prompt'> & { source: EditSource },
  quality: Quality,
  language: Language,
  brandWords: string | null,
): CommonRequest {
  return {
    prompt: withBrand(prompt, brandWords),
    language,
    mode: 'edit_image',
    quality,
    previewMax: previewMaxPixels,
    ...(source.kind === 'result'
      ? { sourceGenerationId: source.generationId }
      : { photo: source.photo }),
    ...(marked && { marked }),
  };
}

/** A link to the form for several photos. */
function SeveralPhotos() {
  const { t } = useTranslation();
  return (
    <div className="grid justify-items-start gap-1">
      <Link to={paths.batch([])} className={buttonClasses({ look: 'outline', size: 'small' })}>
        <Images aria-hidden className="size-4" />
        {t('batch.open')}
      </Link>
      <p className="text-note text-ink-soft">{t('batch.openText', { max: unlockImagesMax })}</p>
    </div>
  );
}

/** Shows whether a part of the picture is marked, and opens the editor for marks. */
function MarkedPart({
  picture,
  marked,
  onChange,
}: {
  picture: Blob | string;
  marked: Marked | null;
  onChange: (marked: Marked | null) => void;
}) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="grid gap-1">
      <div className="flex items-center gap-1">
        <Button look="outline" size="small" onClick={() => setIsOpen(true)}>
          <Paintbrush aria-hidden className="size-4 shrink-0" />
          {t(marked ? 'mark.change' : 'mark.open')}
        </Button>
        {marked && (
          <IconButton label={t('mark.remove')} onClick={() => onChange(null)}>
            <Trash2 aria-hidden className="size-5" />
          </IconButton>
        )}
      </div>
      <p className="text-note text-ink-soft">{t(marked ? 'mark.kept' : 'mark.optional')}</p>
      {isOpen && (
        <MarkEditor
          picture={picture}
          value={marked}
          onDone={(next) => {
            setIsOpen(false);
            onChange(next);
          }}
          onCancel={() => setIsOpen(false)}
        />
      )}
    </div>
  );
}
