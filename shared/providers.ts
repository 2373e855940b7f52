/**
 * The AI providers, one entry each. Everything that lists or names providers derives from here
 * (docs/providers.md, "A new provider"). The client's first page imports this file, so it imports no zod.
 */

/** Print colours of the client (`--print-…` in `web/src/styles.css`). */
type PrintColour = 'rose' | 'sky' | 'lilac' | 'jade';

interface ProviderEntry {
  /** The company, as users read it. */
  readonly name: string;
  /** The product, as admins know it from the provider's console. */
  readonly product: string;
  /** The name of its API: the key of its balance on the wire, and of its stand-in. */
  readonly api: string;
  /** The wire format: Gemini's, or OpenAI's, which many providers accept. */
  readonly speaks: 'gemini' | 'openai';
  /** Every provider writes texts. Whether a text may have pictures in its prompt. */
  readonly sees: boolean;
  /** Whether it generates and edits pictures. */
  readonly draws: boolean;
  /** An optional provider is used only where its key is set; the servers refuse to start without the others. */
  readonly isOptional: boolean;
  /** Its environment variables. */
  readonly variables: { readonly key: string; readonly url: string };
  /** The colour of its packet. */
  readonly colour: PrintColour;
}

/** In the order in which users see them. */
export const providerEntries = {
  google: {
    name: 'Google',
    product: 'Gemini',
    api: 'gemini',
    speaks: 'gemini',
    sees: true,
    draws: true,
    isOptional: false,
    variables: { key: 'GEMINI_API_KEY', url: 'GEMINI_BASE_URL' },
    colour: 'sky',
  },
  openai: {
    name: 'OpenAI',
    product: 'OpenAI',
    api: 'openai',
    speaks: 'openai',
    sees: true,
    draws: true,
    isOptional: false,
    variables: { key: 'OPENAI_API_KEY', url: 'OPENAI_BASE_URL' },
    colour: 'jade',
  },
  sarvam: {
    name: 'Sarvam',
    product: 'Sarvam',
    api: 'sarvam',
    speaks: 'openai',
    sees: false,
    draws: false,
    isOptional: true,
    variables: { key: 'SARVAM_API_KEY', url: 'SARVAM_BASE_URL' },
    colour: 'lilac',
  },
} as const satisfies Record<string, ProviderEntry>;

type Entries = typeof providerEntries;

export type Provider = keyof Entries;

/** A provider that generates and edits pictures. */
export type PictureProvider = {
  [P in Provider]: Entries[P]['draws'] extends true ? P : never;
}[Provider];

export const providers = Object.keys(providerEntries) as Provider[];

/**
 * The address of a provider's stand-in, given the addresses of the stand-ins of both wire formats. One serves
 * every provider that speaks its format, under the name of the provider's API.
 */
export function toStandInUrl(
  provider: Provider,
  urls: Readonly<Record<ProviderEntry['speaks'], string>>,
): string {
  const { api, speaks }: ProviderEntry = providerEntries[provider];
  return api === speaks ? urls[speaks] : urls[speaks].replace(/(\/v1)?$/, `/${api}$1`);
}

export const isProvider = (id: string): id is Provider => id in providerEntries;

/** A provider of a newer release, which was rolled back, has its id as its name. */
export const nameProvider = (id: string, name: 'name' | 'product' = 'name'): string =>
  isProvider(id) ? providerEntries[id][name] : id;

export const isPictureProvider = (provider: Provider): provider is PictureProvider =>
  providerEntries[provider].draws;

export const pictureProviders = providers.filter(isPictureProvider);
