import type { BrandPlacing } from '@sachet/shared/studio/contracts/brand';
import type { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import type { Fit, PictureVersion, VersionRecipe } from '@sachet/shared/studio/contracts/version';
import {
  type FormatShape,
  type PictureFormat,
  formatShapes,
  pictureFormats,
} from '@sachet/shared/studio/formats';
import { isEdit } from '@sachet/shared/tools';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { api } from '../../../api/client';
import { revalidate } from '../../../api/keys';
import { useAction } from '../../../app/base/use-action';
import { isBrandOn, useBrand } from '../brand/brand';
import { CornerPicker } from '../brand/CornerPicker';
import { PictureStage } from '../brand/PictureStage';
import { type TFunction, useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { classes } from '../../../ui/classes';
import { ShapeOutline } from '../../../ui/ShapeOutline';
import { FileButtons } from './PictureFile';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { FieldError } from '../../../ui/Field';
import { Notice } from '../../../ui/Notice';
import { Segmented } from '../../../ui/Segmented';
import { toSizeText } from './size-text';

/** Shapes that differ by less look the same. */
const sameRatio = 0.012;
/** A picture that is enlarged more than this looks soft on paper. */
const softFrom = 1.6;

/** Fits a picture to a format and puts the brand on it: a preview for every picture, free for a bought one. */
export function VersionDialog({
  generation,
  onClose,
}: {
  generation: GenerationResult;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { data: brand } = useBrand();
  const [format, setFormat] = useState<PictureFormat | null>(null);
  const [fit, setFit] = useState<Fit>('crop');
  const [branding, setBranding] = useState<BrandPlacing & { isOn: boolean }>(() => ({
    isOn: isBrandOn.get(),
    corner: 'bottom-right',
    logo: true,
    strip: true,
  }));
  const [made, setMade] = useState<{ of: string; version: PictureVersion } | null>(null);
  const kit = brand?.kit ?? null;
  const { isOn, corner, logo, strip } = branding;
  const hasLogo = Boolean(kit?.logoUrl);
  const shown = { corner, logo: logo && hasLogo, strip };
  const placing = kit && isOn && (shown.logo || shown.strip) ? shown : null;
  const { generationId, unlocked, boughtSize } = generation;
  const shape = format && formatShapes[format];
  const isReshaped = shape !== null && differs(shape, generation);
  const recipe: VersionRecipe = { format, fit: isReshaped ? fit : 'crop', brand: placing };
  const recipeText = JSON.stringify(recipe);
  const version = made?.of === recipeText ? made.version : null;
  const isOriginal = format === null && placing === null;
  const url = version?.imageUrl ?? (isOriginal ? generation.imageUrl : null);

  const make = useAction(async () => {
    const answer = await api('POST /api/version', { body: { generationId, ...recipe } });
    setMade({ of: recipeText, version: answer });
    await revalidate('/api/versions');
  });

  return (
    <Dialog
      wide
      open
      onClose={onClose}
      title={t('version.open')}
      description={t(unlocked ? 'version.lead' : 'version.leadLocked')}
      closeLabel={t('common.close')}
    >
      <div className="grid grid-cols-1 gap-5 md:grid-cols-2 md:gap-8">
        {/* In sight while the user chooses: what it will look like. */}
        <div className="sticky top-0 z-10 -mx-1 grid content-start gap-2 bg-paper px-1 pb-2 md:self-start">
          <PictureStage
            url={generation.imageUrl ?? generation.previewImageUrl}
            alt={t('version.previewAlt')}
            ratio={shape && shape.width / shape.height}
            fit={recipe.fit}
            placing={placing}
          />
          <p className="text-note text-ink-soft">
            <span className="tabular-nums">
              {version
                ? toSizeText(version)
                : shape
                  ? toPlannedSize(t, shape)
                  : t('version.originalShape')}
            </span>
            {` · ${t('version.keepsLabel')}`}
          </p>
          {shape?.density && boughtSize && shape.height > softFrom * boughtSize && (
            <p className="text-note text-ink-soft">{t('version.soft', { size: boughtSize })}</p>
          )}
        </div>
        {/* On a phone, a choice that takes the focus stops between the picture and the button. */}
        <div className="grid content-start gap-5 max-md:**:scroll-mt-80 max-md:**:scroll-mb-28">
          <FormatPicker value={format} ownRatio={generation.aspectRatio} onChange={setFormat} />
          {isReshaped && (
            <Segmented<Fit>
              legend={t('version.fit')}
              value={fit}
              onChange={setFit}
              segments={[
                { value: 'crop', label: t('version.crop') },
                { value: 'extend', label: t('version.extend') },
              ]}
            />
          )}
          {brand && (
            <fieldset className="grid min-w-0 gap-3">
              <legend className="mb-1 text-note font-semibold">{t('brand.title')}</legend>
              {kit ? (
                <>
                  <Check
                    label={t('version.withBrand', { name: kit.name })}
                    isOn={isOn}
                    onChange={(next) => setBranding({ ...branding, isOn: next })}
                  />
                  {isOn && (
                    <>
                      <div className="-mt-3 flex flex-wrap gap-x-6 pl-8">
                        {hasLogo && (
                          <Check
                            label={t('brand.logo')}
                            isOn={logo}
                            onChange={(next) => setBranding({ ...branding, logo: next })}
                          />
                        )}
                        <Check
                          label={t('version.strip')}
                          isOn={strip}
                          onChange={(next) => setBranding({ ...branding, strip: next })}
                        />
                      </div>
                      <CornerPicker
                        value={corner}
                        onChange={(next) => setBranding({ ...branding, corner: next })}
                      />
                    </>
                  )}
                </>
              ) : (
                <NoKit mayEdit={brand.mayEdit} />
              )}
            </fieldset>
          )}
          <FieldError>{make.error}</FieldError>
          {!unlocked ? (
            <Notice className="text-note">{t('version.unlockFirst')}</Notice>
          ) : (
            // Reaches over the dialog's own padding, where the choices would show below it.
            <div className="grid gap-2 border-t border-dashed border-fold bg-paper pt-3 max-md:sticky max-md:-bottom-6 max-md:-mb-6 max-md:pb-6 md:border-0 md:p-0">
              {url ? (
                <>
                  {version && (
                    <p role="status" className="text-note font-semibold text-leaf">
                      {t('version.saved')}
                    </p>
                  )}
                  <FileButtons key={url} url={url} name={`sachet-${format ?? 'picture'}`} />
                </>
              ) : (
                <Button size="large" busy={make.busy} onClick={() => void make.run()}>
                  {t('version.make')}
                </Button>
              )}
            </div>
          )}
        </div>
      </div>
    </Dialog>
  );
}

/** A format with a limit of bytes may need a smaller picture. */
function toPlannedSize(t: TFunction, { width, height, bytesMax }: FormatShape): string {
  const size = `${width} × ${height} px`;
  if (!bytesMax) return size;
  return `${t('version.upTo', { size })} · ${t('version.under', { kb: bytesMax / 1000 })}`;
}

/** The formats by purpose, and the picture as it is. */
function FormatPicker({
  value,
  ownRatio,
  onChange,
}: {
  value: PictureFormat | null;
  /** The ratio of the picture. */
  ownRatio: string;
  onChange: (format: PictureFormat | null) => void;
}) {
  const { t } = useTranslation();
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-note font-semibold">{t('studioCommon.purpose')}</legend>
      <div className="grid grid-cols-4 gap-1.5">
        {[null, ...pictureFormats].map((format) => (
          <label
            key={format}
            className={classes(
              'relative grid min-h-18 content-center justify-items-center gap-1 rounded-lg border-[1.5px] px-1 py-2 text-center text-note leading-tight font-semibold transition-colors duration-150 has-focus-visible:outline-[2.5px] has-focus-visible:outline-ink',
              format === value
                ? 'border-ink bg-ink text-on-ink'
                : 'border-fold bg-packet hover:border-edge',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={format === value}
              onChange={() => onChange(format)}
              className="absolute inset-0 appearance-none opacity-0"
            />
            <ShapeOutline ratio={format ? formatShapes[format].aspectRatio : ownRatio} />
            <span className="min-w-0 wrap-anywhere">{t(`format.${format ?? 'original'}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function NoKit({ mayEdit }: { mayEdit: boolean }) {
  const { t } = useTranslation();
  if (!mayEdit) return <p className="text-note text-ink-soft">{t('brand.noneYetText')}</p>;
  return (
    <Link
      to={paths.brand}
      className="flex min-h-11 w-fit items-center text-note font-semibold underline decoration-edge underline-offset-4"
    >
      {t('brand.add')}
    </Link>
  );
}

function Check({
  label,
  isOn,
  onChange,
}: {
  label: ReactNode;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}) {
  return (
    <label className="flex min-h-11 min-w-0 items-center gap-3 text-note font-semibold">
      <input
        type="checkbox"
        className="size-5 shrink-0 accent-ink"
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span className="min-w-0 wrap-anywhere">{label}</span>
    </label>
  );
}

/** Whether the format has another shape than the picture. An edit has the shape of its photo. */
function differs(
  { width, height }: { width: number; height: number },
  { mode, aspectRatio }: GenerationResult,
): boolean {
  if (isEdit(mode)) return true;
  const [across = 1, down = 1] = aspectRatio.split(':').map(Number);
  return Math.abs((width / height) * (down / across) - 1) > sameRatio;
}
