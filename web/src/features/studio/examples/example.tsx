/**
 * The examples that the first screen can show. `npm run examples` makes their pictures and those of
 * `more-examples.json`, and writes the names of the models to both JSON files.
 */
import type { Language } from '@sachet/shared/contracts/vocabulary';
import type { PictureProvider } from '@sachet/shared/providers';
import { providerName } from '../../../app/base/provider';
import { useHydrated } from '../../../browser/use-hydrated';
import { useTranslation } from '../../../i18n/translate';
import { classes } from '../../../ui/classes';
import list from './examples.json';

export type ExamplePicture = { provider: PictureProvider; modelName: string; isDrawn: boolean };
export type Example = {
  id: string;
  prompt: Record<Language, string>;
  pictures: ExamplePicture[];
};

export const examples = list as Example[];

/** The URLs of a picture: AVIF in three widths for `srcset`, and WebP for older browsers. */
export type Sources = { avif: string; webp: string };
export type ToSources = (id: string, provider: PictureProvider) => Sources;

export const findSources =
  (files: Record<string, string>): ToSources =>
  (id, provider) => {
    const at = (file: string) => files[`./pictures/${id}-${provider}-${file}`] ?? '';
    const avif = [192, 400, 640].map((width) => `${at(`${width}.avif`)} ${width}w`).join(', ');
    return { avif, webp: at('400.webp') };
  };

export const toSources = findSources(
  import.meta.glob<string>('./pictures/{kites,diyas,saree,chai,sale}-*.{avif,webp}', {
    eager: true,
    query: '?url',
    import: 'default',
  }),
);

/**
 * An example's picture. `sizes` is the attribute of that name; `isFirst` is true for a picture on the first
 * screen.
 */
export function ExampleImage({
  provider,
  prompt,
  sources,
  sizes,
  isFirst = false,
  className,
}: {
  provider: PictureProvider;
  prompt: string;
  sources: Sources;
  sizes: string;
  isFirst?: boolean;
  className?: string;
}) {
  const { t } = useTranslation();
  // Pictures below the first screen are requested after the scripts.
  const isWanted = useHydrated() || isFirst;
  return (
    <picture>
      <source type="image/avif" srcSet={isWanted ? sources.avif : undefined} sizes={sizes} />
      <img
        src={isWanted ? sources.webp : undefined}
        width={400}
        height={400}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        decoding="async"
        alt={t('home.exampleAlt', { provider: providerName[provider], prompt })}
        className={classes('aspect-square w-full bg-sunk', className)}
      />
    </picture>
  );
}
