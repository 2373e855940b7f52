/** The pairs on the home page; `npm run examples` makes their pictures and says here what made them. */
import type { Language, Provider } from '@sachet/shared/contracts/vocabulary';
import list from './examples.json';

export type ExamplePicture = { provider: Provider; modelName: string; isDrawn: boolean };
export type Example = {
  id: string;
  prompt: Record<Language, string>;
  pictures: ExamplePicture[];
};

export const examples = list as Example[];

const files = import.meta.glob<string>('./examples/*.{avif,webp}', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** The addresses of one picture: AVIF in two widths for `srcset`, and WebP for older browsers. */
export function getSources(id: string, provider: Provider): { avif: string; webp: string } {
  const at = (file: string) => files[`./examples/${id}-${provider}-${file}`] ?? '';
  return { avif: `${at('192.avif')} 192w, ${at('400.avif')} 400w`, webp: at('400.webp') };
}
