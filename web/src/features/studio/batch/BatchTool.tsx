import { toEditWords } from '@sachet/shared/studio/brand';
import { formatPrice } from '@sachet/shared/money';
import { imagePriceRupees } from '@sachet/shared/models/rate-card';
import type { PictureProvider } from '@sachet/shared/providers';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { providerName, usePictureProviders } from '../../../app/base/provider';
import { useProvidersFor } from '../../../app/base/provider-uses';
import { useActiveKit } from '../brand/brand';
import { BrandSwitch } from '../brand/BrandSwitch';
import { useStore } from '../../../browser/store';
import { finalSize } from '../form/final-size';
import { isPrompt } from '../form/PromptField';
import { PictureQuality, useQuality } from '../form/QualityChoice';
import { saveRecentPrompt } from '../form/RecentPrompts';
import { RulesNotice } from '../form/RulesNotice';
import { ToolForm, ToolPage } from '../form/ToolPage';
import { useAsked } from '../form/use-asked';
import { previewMaxPixels } from '../generation/request';
import { useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { changeEditDraft, editDraft } from '../photos/edit-draft';
import { editMaxCharacters, withBrand } from '../pictures/edit-presets';
import { EditWords, MorePresets } from '../pictures/EditPresets';
import { ResultsAside } from '../results/ResultsAside';
import { Button, buttonClasses } from '../../../ui/Button';
import { FieldError } from '../../../ui/Field';
import { Segmented } from '../../../ui/Segmented';
import { batchMax, batchPhotos } from './batch-photos';
import { BatchResults, SendingLine } from './BatchResults';
import { PhotoList } from './PhotoList';
import { readBatchIds, useBatch } from './use-batch';

/** Several photos with one request: the form, or the results that the URL names. */
export function BatchTool() {
  const [params] = useSearchParams();
  const ids = readBatchIds(params.toString());
  const batch = useBatch();
  // Results of the same visit move the focus to their heading; a link to them does not.
  const [takesFocus] = useState(ids.length === 0);
  return ids.length === 0 ? (
    <BatchForm batch={batch} />
  ) : (
    <BatchResults generationIds={ids} batch={batch} takesFocus={takesFocus} />
  );
}

/** The photos, one request for all, and who makes the pictures. The words are those of the edit form. */
function BatchForm({ batch }: { batch: ReturnType<typeof useBatch> }) {
  const { t, language } = useTranslation();
  const photos = useStore(batchPhotos);
  const { prompt } = useStore(editDraft);
  const [quality, setQuality] = useQuality();
  const size = useStore(finalSize);
  const kit = useActiveKit();
  const able = useProvidersFor('edits');
  const possible = usePictureProviders();
  const providers = able.length > 0 ? able : possible;
  const [wanted, setWanted] = useState<PictureProvider | null>(null);
  const provider = providers.find((each) => each === wanted) ?? providers[0]!;
  const isComplete = photos.length > 0 && isPrompt(prompt, editMaxCharacters);
  const { form, asked, submit } = useAsked(isComplete && !batch.sent, send);
  const change = (words: string) => changeEditDraft({ prompt: words });
  const toPrice = (of: PictureProvider) =>
    formatPrice(imagePriceRupees({ mode: 'edit_image', quality, provider: of, size }));

  function send() {
    saveRecentPrompt('edit_image', prompt);
    void batch.start(
      photos.map(({ photo }) => ({
        prompt: withBrand(prompt, kit && toEditWords(kit)),
        language,
        mode: 'edit_image',
        provider,
        quality,
        previewMax: previewMaxPixels,
        photo,
      })),
    );
  }

  return (
    <ToolPage
      beside="results"
      form={
        <ToolForm form={form} title={t('batch.open')}>
          <PhotoList
            photos={photos}
            error={asked && photos.length === 0 ? t('batch.required') : undefined}
          />
          <EditWords prompt={prompt} asked={asked} onChange={change} onSubmit={submit} />
          <PictureQuality mode="edit_image" value={quality} onChange={setQuality} />
          <Segmented
            legend={t('batch.provider')}
            value={provider}
            onChange={setWanted}
            segments={providers.map((value) => ({
              value,
              label: (
                <span className="grid py-1 leading-tight">
                  <span>{providerName[value]}</span>
                  <span className="font-normal tabular-nums">{toPrice(value)}</span>
                </span>
              ),
            }))}
          />
          <p className="text-note text-ink-soft tabular-nums">
            {t('batch.each', { price: toPrice(provider), size })}
          </p>
          <div className="grid gap-2">
            <MorePresets prompt={prompt} onChange={change} />
          </div>
          <BrandSwitch />
          <Link
            to={paths.mode('edit_image')}
            className={buttonClasses({
              look: 'outline',
              size: 'small',
              className: 'justify-self-start',
            })}
          >
            <ArrowLeft aria-hidden className="size-4" />
            {t('batch.oneInstead')}
          </Link>
          <RulesNotice />
          <div className="lower-bar slim-bar -mx-4 grid gap-2.5 border-t border-dashed border-edge bg-paper px-4 py-1.5 md:mx-0 md:px-0 md:py-3">
            <FieldError className="font-semibold">{batch.failed?.reason}</FieldError>
            {batch.sent && <SendingLine sent={batch.sent} onStop={batch.stop} />}
            <Button
              type="submit"
              size="large"
              busy={batch.sent !== null}
              className="max-md:min-h-12"
            >
              {photos.length > 0
                ? t('batch.generate', { count: photos.length })
                : t('form.generate')}
            </Button>
          </div>
        </ToolForm>
      }
      aside={
        <ResultsAside
          mode="edit_image"
          words={{ title: t('batch.open'), text: t('batch.openText', { max: batchMax }) }}
        />
      }
    />
  );
}
