/**
 * Known models: their capabilities, prices and parameters.
 * A new installation begins with these models. Patterns of names decide only for models that are not
 * listed here (`adapters/providers/capabilities.ts`).
 */
import type { Capability, ModelPurpose } from './contracts/admin-models.ts';
import type { Provider, Quality } from '../contracts/vocabulary.ts';

/** How long a model thinks before it answers, from the shortest to the longest. */
export type Effort = 'none' | 'minimal' | 'low' | 'medium' | 'high';

/** US dollars for a million tokens, or for one image; absent where the provider has no such price. */
export interface KnownPrices {
  readonly textIn?: number;
  readonly cachedIn?: number;
  readonly cacheWrite?: number;
  readonly imageIn?: number;
  /** Output tokens of text and of reasoning. */
  readonly textOut?: number;
  readonly imageOut?: number;
  readonly perImage?: number;
}

export interface KnownModel {
  readonly provider: Provider;
  readonly id: string;
  readonly label: string;
  readonly tier: Quality;
  readonly capabilities: readonly Capability[];
  /** The model's last day, if its provider has announced one. */
  readonly endsOn?: string;
  /** Whether the model is enabled in a new installation; all other models are candidates. */
  readonly isOnSale: boolean;
  readonly defaultFor?: readonly ModelPurpose[];
  /** The longest side in pixels that the model draws; absent if the model draws every size that we sell. */
  readonly largestSize?: number;
  /** The efforts that the model accepts, least first; absent if the model has no such parameter. */
  readonly efforts?: readonly Effort[];
  /** The effort for paid texts; all other texts use the least effort. */
  readonly usualEffort?: Effort;
  /**
   * Sorted by the day (UTC) on which each price takes effect; `from` is null for prices already in effect.
   */
  readonly prices: readonly { readonly from: string | null; readonly usd: KnownPrices }[];
}

const text: readonly Capability[] = ['text', 'vision'];
const image: readonly Capability[] = ['image', 'image-edit'];

/** Sarvam bills in rupees: its prices at the default of `RUPEES_PER_USD`. */
const sarvamUsd: KnownPrices = { textIn: 29.28 / 90, cachedIn: 10.98 / 90, textOut: 73.2 / 90 };

export const knownModels: readonly KnownModel[] = [
  {
    provider: 'openai',
    id: 'gpt-6.2-sol',
    label: 'GPT-6.2 Sol',
    tier: 'quality',
    capabilities: text,
    isOnSale: true,
    // The model does not accept the efforts none, minimal and max.
    efforts: ['low', 'medium', 'high'],
    usualEffort: 'low',
    prices: [{ from: null, usd: { textIn: 2, cachedIn: 0.1, cacheWrite: 2.5, textOut: 10 } }],
  },
  {
    provider: 'openai',
    id: 'gpt-6-luna',
    label: 'GPT-6 Luna',
    tier: 'speed',
    capabilities: text,
    isOnSale: true,
    efforts: ['none', 'low', 'medium', 'high'],
    usualEffort: 'none',
    prices: [{ from: null, usd: { textIn: 0.1, cachedIn: 0.01, cacheWrite: 0.125, textOut: 0.5 } }],
  },
  {
    provider: 'openai',
    id: 'gpt-6.1-terra',
    label: 'GPT-6.1 Terra',
    tier: 'quality',
    capabilities: text,
    isOnSale: false,
    efforts: ['low', 'medium', 'high'],
    usualEffort: 'low',
    prices: [{ from: null, usd: { textIn: 1, cachedIn: 0.05, textOut: 5 } }],
  },
  {
    provider: 'openai',
    id: 'gpt-5.2',
    label: 'GPT-5.2',
    tier: 'quality',
    capabilities: text,
    isOnSale: false,
    efforts: ['none', 'low', 'medium', 'high'],
    usualEffort: 'low',
    prices: [{ from: null, usd: { textIn: 1.75, cachedIn: 0.175, textOut: 14 } }],
  },
  {
    provider: 'openai',
    id: 'gpt-image-2.6-sunburst',
    label: 'GPT Image 2.6 Sunburst',
    tier: 'quality',
    capabilities: image,
    isOnSale: true,
    prices: [{ from: null, usd: { textIn: 5, imageIn: 8, imageOut: 30 } }],
  },
  {
    provider: 'openai',
    id: 'gpt-image-2.6-flare',
    label: 'GPT Image 2.6 Flare',
    tier: 'speed',
    capabilities: image,
    isOnSale: true,
    prices: [{ from: null, usd: { textIn: 5, imageIn: 8, imageOut: 30 } }],
  },
  {
    provider: 'openai',
    id: 'gpt-image-2',
    label: 'GPT Image 2',
    tier: 'quality',
    capabilities: image,
    isOnSale: false,
    prices: [{ from: null, usd: { textIn: 5, imageIn: 8, imageOut: 30 } }],
  },
  {
    provider: 'google',
    id: 'gemini-3.8-flash',
    label: 'Gemini 3.8 Flash',
    tier: 'quality',
    capabilities: text,
    isOnSale: true,
    defaultFor: ['text_quality', 'vision_quality'],
    efforts: ['low', 'medium', 'high'],
    usualEffort: 'medium',
    prices: [
      { from: null, usd: { textIn: 0.75, cachedIn: 0.075, textOut: 3.75 } },
      { from: '2027-01-01', usd: { textIn: 1.5, textOut: 7.5 } },
    ],
  },
  {
    provider: 'google',
    id: 'gemini-3.5-flash-lite',
    label: 'Gemini 3.5 Flash Lite',
    tier: 'speed',
    capabilities: text,
    isOnSale: true,
    defaultFor: ['text_speed', 'vision_speed'],
    efforts: ['minimal', 'low', 'medium', 'high'],
    usualEffort: 'minimal',
    prices: [{ from: null, usd: { textIn: 0.3, cachedIn: 0.03, textOut: 2.5 } }],
  },
  {
    provider: 'google',
    id: 'gemini-4-argon',
    label: 'Gemini 4 Argon',
    tier: 'quality',
    capabilities: text,
    isOnSale: false,
    efforts: ['low', 'medium', 'high'],
    usualEffort: 'medium',
    prices: [{ from: '2026-12-01', usd: { textIn: 4, cachedIn: 0.2, textOut: 20 } }],
  },
  {
    provider: 'google',
    id: 'gemini-nano-banana-2.1',
    label: 'Gemini Nano Banana 2.1',
    tier: 'quality',
    capabilities: image,
    isOnSale: true,
    defaultFor: ['image_generate', 'image_edit'],
    prices: [{ from: null, usd: { textIn: 1.5, textOut: 7.5, imageOut: 30 } }],
  },
  {
    provider: 'google',
    id: 'gemini-3.1-flash-lite-image',
    label: 'Gemini 3.1 Flash Lite Image',
    tier: 'speed',
    capabilities: image,
    isOnSale: true,
    largestSize: 1024,
    prices: [{ from: null, usd: { textIn: 0.25, textOut: 1.5, imageOut: 30 } }],
  },
  {
    provider: 'google',
    id: 'gemini-3-pro-image',
    label: 'Gemini 3 Pro Image',
    tier: 'quality',
    capabilities: image,
    isOnSale: false,
    prices: [{ from: null, usd: { textIn: 2, textOut: 12, imageOut: 120 } }],
  },
  {
    provider: 'sarvam',
    id: 'sarvam-105b',
    label: 'Sarvam 105B',
    tier: 'quality',
    capabilities: ['text'],
    isOnSale: false,
    efforts: ['none', 'low', 'medium', 'high'],
    usualEffort: 'none',
    prices: [{ from: null, usd: sarvamUsd }],
  },
  {
    provider: 'sarvam',
    id: 'sarvam-105b-conversations',
    label: 'Sarvam 105B Conversations',
    tier: 'speed',
    capabilities: ['text'],
    isOnSale: false,
    efforts: ['none', 'low', 'medium', 'high'],
    usualEffort: 'none',
    prices: [{ from: null, usd: sarvamUsd }],
  },
];

/** Undefined for a model that is not listed here. */
export const findKnownModel = (provider: Provider, id: string): KnownModel | undefined =>
  knownModels.find((model) => model.provider === provider && model.id === id);
