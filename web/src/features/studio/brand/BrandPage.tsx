import { brandLimits } from '@sachet/shared/studio/brand';
import type { Brand, BrandKit, BrandPlacing, Corner } from '@sachet/shared/studio/contracts/brand';
import { type Tone, tones } from '@sachet/shared/studio/tones';
import { useId, useState } from 'react';
import { api } from '../../../api/client';
import { cacheAnswer, revalidate, useUid } from '../../../api/keys';
import type { Photo } from '../../../browser/photo-store';
import { getUpload } from '../photos/photo-upload';
import { Loaded } from '../../../app/base/Loaded';
import { useAction } from '../../../app/base/use-action';
import { usePageTitle } from '../../../browser/page-title';
import sample from './sample.avif';
import { useAsked } from '../form/use-asked';
import { toneWord } from '../generation/asked-text';
import { useTranslation } from '../../../i18n/translate';
import { ImagePicker } from '../photos/ImagePicker';
import { Button } from '../../../ui/Button';
import { Chips } from '../../../ui/Chips';
import { Description, DescriptionList } from '../../../ui/DescriptionList';
import { EmptyState } from '../../../ui/EmptyState';
import { FieldError, TextField } from '../../../ui/Field';
import { Notice } from '../../../ui/Notice';
import { Skeleton } from '../../../ui/Skeleton';
import { notify } from '../../../ui/Toaster';
import { isBrandOn, useBrand } from './brand';
import { CornerPicker } from './CornerPicker';
import { PictureStage } from './PictureStage';

/** The brand kit of a person, or of their organization, which only its admins change. */
export function BrandPage() {
  const { t } = useTranslation();
  usePageTitle(t('brand.title'));
  const read = useBrand();
  return (
    <div className="mx-auto grid w-full max-w-7xl gap-6 px-4 pt-8 sm:px-6 md:pt-12">
      <header className="grid gap-1">
        <h1 className="text-title font-bold">{t('brand.title')}</h1>
        <p className="max-w-2xl text-ink-soft">{t('brand.lead')}</p>
      </header>
      <Loaded read={read} failed={t('brand.failed')} loading={<Skeleton className="h-96 w-full" />}>
        {(brand) => (
          <>
            {brand.organizationName && (
              <Notice className="text-note">
                {t(brand.mayEdit ? 'brand.adminEdits' : 'brand.memberUses', {
                  organization: brand.organizationName,
                })}
              </Notice>
            )}
            {brand.mayEdit ? (
              <BrandForm key={brand.organizationName} brand={brand} />
            ) : (
              <KitOfOthers brand={brand} />
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}

type Draft = Pick<BrandKit, 'name' | 'phone' | 'address' | 'mainColor' | 'secondColor' | 'tone'>;

const emptyDraft: Draft = {
  name: '',
  phone: '',
  address: '',
  mainColor: '#8a1c3b',
  secondColor: '#f5c451',
  tone: null,
};

const toDraft = ({ name, phone, address, mainColor, secondColor, tone }: BrandKit): Draft => ({
  name,
  phone,
  address,
  mainColor,
  secondColor,
  tone,
});

/** A new logo; null to remove the saved one, undefined to keep it. */
type LogoChange = Photo | null | undefined;

function BrandForm({ brand: { kit, organizationName } }: { brand: Brand }) {
  const { t } = useTranslation();
  const uid = useUid();
  const [draft, setDraft] = useState(() => (kit ? toDraft(kit) : emptyDraft));
  const [logo, setLogo] = useState<LogoChange>();
  const set = (part: Partial<Draft>) => setDraft((current) => ({ ...current, ...part }));
  const isMissing = draft.name.trim() === '';
  const save = useAction(async () => {
    const upload = logo && (await getUpload(logo));
    const saved = await api('POST /api/brand', {
      body: {
        ...draft,
        ...(logo !== undefined && { logoUploadId: upload ? upload.uploadId : null }),
      },
    });
    if (!uid) return;
    if (!kit) isBrandOn.set(true);
    setLogo(undefined);
    await cacheAnswer(uid, 'GET /api/brand', {}, saved);
    await revalidate('/api/brand/overlay');
    notify.success(t(kit ? 'brand.saved' : 'brand.savedFirst'));
  });

  const { form, asked } = useAsked(!isMissing, () => void save.run());

  const line = (name: 'name' | 'phone' | 'address') => ({
    label: t(`brand.${name}`),
    placeholder: t(`brand.${name}Placeholder`),
    value: draft[name],
    maxLength: brandLimits[name],
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  });

  return (
    <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-2 lg:gap-12">
      <form {...form} className="grid gap-5">
        <TextField
          {...line('name')}
          required
          autoComplete={organizationName ? 'off' : 'organization'}
          error={asked && isMissing ? t('brand.nameRequired') : undefined}
        />
        <Logo kit={kit} value={logo} onChange={setLogo} />
        <div className="grid gap-x-6 gap-y-5 sm:grid-cols-[2fr_3fr]">
          <TextField {...line('phone')} inputMode="tel" autoComplete="tel" />
          <TextField {...line('address')} autoComplete="street-address" />
        </div>
        <fieldset className="min-w-0">
          <legend className="mb-1 text-note font-semibold">{t('brand.colors')}</legend>
          <div className="grid grid-cols-2 gap-3">
            <ColorField
              label={t('brand.mainColor')}
              value={draft.mainColor}
              onChange={(mainColor) => set({ mainColor })}
            />
            <ColorField
              label={t('brand.secondColor')}
              value={draft.secondColor}
              onChange={(secondColor) => set({ secondColor })}
            />
          </div>
        </fieldset>
        <Chips<Tone>
          label={t('studioCommon.tone')}
          note={t('form.optional')}
          choices={tones.map((tone) => ({ value: tone, label: t(`instagram.${toneWord[tone]}`) }))}
          value={draft.tone}
          onChange={(tone) => set({ tone })}
        />
        <FieldError>{save.error}</FieldError>
        <Button type="submit" busy={save.busy} size="large">
          {t('brand.save')}
        </Button>
      </form>
      <Preview kit={kit} />
    </div>
  );
}

function Logo({
  kit,
  value,
  onChange,
}: {
  kit: BrandKit | null;
  value: LogoChange;
  onChange: (logo: LogoChange) => void;
}) {
  const { t } = useTranslation();
  if (value || value === null || !kit?.logoUrl) {
    return (
      <ImagePicker
        label={t('brand.logo')}
        value={value ?? null}
        // Without a new logo, a saved one stays unless the user removed it before.
        onChange={(photo) => onChange(photo ?? (value === undefined ? undefined : null))}
      />
    );
  }
  return (
    <div className="grid gap-1">
      <p className="text-note font-semibold">{t('brand.logo')}</p>
      <div className="flex flex-wrap items-center gap-3 rounded-xl border-[1.5px] border-edge bg-packet p-3">
        <img
          src={kit.logoUrl}
          alt={t('brand.logoAlt', { name: kit.name })}
          className="h-16 max-w-32 rounded-lg bg-[#fff] object-contain p-1"
        />
        <Button look="plain" size="small" className="ml-auto" onClick={() => onChange(null)}>
          {t('brand.changeLogo')}
        </Button>
      </div>
    </div>
  );
}

function ColorField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (color: string) => void;
}) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className="flex min-h-11 items-center gap-3 rounded-lg border-[1.5px] border-edge bg-packet px-2 has-focus-visible:outline-[2.5px] has-focus-visible:outline-ink"
    >
      <input
        id={id}
        type="color"
        value={value}
        onChange={({ target }) => onChange(target.value.toLowerCase())}
        className="size-8 shrink-0 cursor-pointer rounded-md border-0 bg-transparent p-0"
      />
      <span className="min-w-0 text-note leading-tight font-semibold">
        {label}
        <span className="block font-normal text-ink-soft uppercase tabular-nums">{value}</span>
      </span>
    </label>
  );
}

/** The saved kit on a sample. */
function Preview({ kit }: { kit: BrandKit | null }) {
  const { t } = useTranslation();
  const [corner, setCorner] = useState<Corner>('bottom-right');
  const placing: BrandPlacing = { corner, logo: kit?.logoUrl !== null, strip: true };
  return (
    <section aria-label={t('brand.preview')} className="grid gap-3 lg:sticky lg:top-20">
      <h2 className="text-note font-semibold">{t('brand.preview')}</h2>
      <PictureStage url={sample} alt="" ratio={null} fit="crop" placing={kit ? placing : null} />
      {kit ? (
        <CornerPicker value={corner} onChange={setCorner} />
      ) : (
        <p className="text-note text-ink-soft">{t('brand.previewEmpty')}</p>
      )}
      <p className="text-note text-ink-soft">{t('brand.free')}</p>
    </section>
  );
}

/** The kit as a member sees it, without a form. */
function KitOfOthers({ brand: { kit } }: { brand: Brand }) {
  const { t } = useTranslation();
  if (!kit) {
    return <EmptyState title={t('brand.noneYet')}>{t('brand.noneYetText')}</EmptyState>;
  }
  const facts = [
    [t('brand.name'), kit.name],
    [t('brand.phone'), kit.phone],
    [t('brand.address'), kit.address],
  ].filter(([, value]) => value);
  return (
    <div className="grid justify-items-start gap-5">
      {kit.logoUrl && (
        <img
          src={kit.logoUrl}
          alt={t('brand.logoAlt', { name: kit.name })}
          className="max-h-28 max-w-48 rounded-xl border border-fold bg-[#fff] object-contain p-2"
        />
      )}
      <DescriptionList>
        {facts.map(([name, value]) => (
          <Description key={name} name={name}>
            {value}
          </Description>
        ))}
      </DescriptionList>
    </div>
  );
}
