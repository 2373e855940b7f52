/** The pages of the providers on which an admin can end their refusals. */
import type { RefusalCause } from './contracts/refusal-cause.ts';
import type { Provider } from '../contracts/vocabulary.ts';

type Places = Readonly<Record<RefusalCause, string | null>>;

/** Null if the place is our own page of models. */
const places: Partial<Readonly<Record<string, Places>>> = {
  openai: {
    billing: 'https://platform.openai.com/settings/organization/billing',
    key: 'https://platform.openai.com/api-keys',
    leaked_key: 'https://platform.openai.com/api-keys',
    account: 'https://platform.openai.com/settings/organization/general',
    verification: 'https://platform.openai.com/settings/organization/general',
    region: 'https://developers.openai.com/api/docs/supported-countries',
    capacity: 'https://platform.openai.com/settings/organization/limits',
    model: null,
    parameter: null,
    other: null,
  },
  google: {
    // Prepaid credits are bought in AI Studio, not in the Cloud console.
    billing: 'https://aistudio.google.com/billing',
    key: 'https://aistudio.google.com/apikey',
    leaked_key: 'https://aistudio.google.com/apikey',
    account: 'https://console.cloud.google.com/home/dashboard',
    verification: 'https://console.cloud.google.com/home/dashboard',
    region: 'https://ai.google.dev/gemini-api/docs/available-regions',
    capacity: 'https://aistudio.google.com/usage',
    model: null,
    parameter: null,
    other: null,
  },
  sarvam: {
    billing: 'https://dashboard.sarvam.ai/billing',
    key: 'https://dashboard.sarvam.ai',
    leaked_key: 'https://dashboard.sarvam.ai',
    account: 'https://dashboard.sarvam.ai',
    verification: 'https://dashboard.sarvam.ai',
    region: 'https://dashboard.sarvam.ai',
    capacity: 'https://docs.sarvam.ai/api/ratelimits',
    model: null,
    parameter: null,
    other: null,
  },
} satisfies Record<Provider, Places>;

export const toRemedyUrl = (provider: string, cause: RefusalCause): string | null =>
  places[provider]?.[cause] ?? null;
