/**
 * The example at the top of the home page. `npm run examples` writes its pictures and those of
 * `more-examples.json`, and what made them to both JSON files.
 */
import type { Language } from '@sachet/shared/contracts/vocabulary';
import type { PictureProvider } from '@sachet/shared/providers';
import { providerName } from '../../../app/base/provider';
import { useHydrated } from '../../../browser/use-hydrated';
import { useLanguage } from '../../../i18n/language';
import { useTranslation } from '../../../i18n/translate';
import { classes } from '../../../ui/classes';
import list from './examples.json';

type ExamplePicture = { provider: PictureProvider; modelName: string; isDrawn: boolean };
type Listed = { id: string; prompt: Record<Language, string>; pictures: ExamplePicture[] };

/** The URLs of a picture: AVIF in two widths for `srcset`, and WebP for older browsers. */
type Sources = { avif: string; webp: string };
export type Example = Listed & {
  toSources: (provider: PictureProvider, language: Language) => Sources;
};

/** Adds the pictures to the examples of a JSON file. */
export const withPictures = (examples: unknown, files: Record<string, string>): Example[] =>
  (examples as Listed[]).map((example) => ({
    ...example,
    toSources(provider, language) {
      const at = (file: string) =>
        files[`./pictures/${example.id}-${provider}-${language}-${file}`] ?? '';
      const avif = [320, 640].map((width) => `${at(`${width}.avif`)} ${width}w`).join(', ');
      return { avif, webp: at('400.webp') };
    },
  }));

export const firstExample = withPictures(
  list,
  import.meta.glob<string>('./pictures/sweets-*.{avif,webp}', {
    eager: true,
    query: '?url',
    import: 'default',
  }),
)[0]!;

/**
 * An example's picture in the page's language. `sizes` is the attribute of that name; `isFirst` is true for a
 * picture on the first screen.
 */
export function ExampleImage({
  example,
  provider,
  sizes,
  isFirst = false,
  className,
}: {
  example: Example;
  provider: PictureProvider;
  sizes: string;
  isFirst?: boolean;
  className?: string;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const sources = example.toSources(provider, language);
  const prompt = example.prompt[language];
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
