import { isConfigured, type ProviderKeys } from '@sachet/shared/configuration/configured-providers';
import {
  type PictureProvider,
  type Provider,
  providerEntries,
  providers,
} from '@sachet/shared/providers';
import { createCompatible, type Dialect } from './compatible.ts';
import { toFailure } from './failure.ts';
import { createGemini } from './gemini.ts';
import { createOpenAi } from './openai.ts';
import type { AdapterOptions, PictureAdapter, ProviderAdapter } from './provider.ts';

type Adapter<P extends Provider> = P extends PictureProvider ? PictureAdapter : ProviderAdapter;

/**
 * https://docs.sarvam.ai/api-reference-docs/chat/chat-completions
 *
 * The documentation names only the list `/v2/models`, and `/v1/chat/completions` does not serve all of its models.
 * `/v1/models` lists those that it serves (https://github.com/juspay/neurolink/pull/1848).
 */
const sarvam: Dialect = {
  outputLimit: 'max_tokens',
  // Thoughts are on unless the effort is null.
  effort: (effort) => (effort === 'none' ? null : effort),
  capabilities: () => ['text'],
};

const create: { readonly [P in Provider]: (options: AdapterOptions) => Adapter<P> } = {
  google: createGemini,
  openai: createOpenAi,
  sarvam: (options) =>
    createCompatible({
      baseUrl: 'https://api.sarvam.ai/v1',
      ...options,
      provider: 'sarvam',
      dialect: sarvam,
    }),
};

/**
 * The providers as the environment names them. Calls to one without a key fail, as with a wrong key. An optional
 * one is then not asked at all, so that it gets no prompts.
 */
export function createProviders(settings: ProviderKeys): Record<Provider, ProviderAdapter> {
  return Object.fromEntries(
    providers.map((provider) => {
      const { key, url } = providerEntries[provider].variables;
      const options = { apiKey: settings[key] ?? '', baseUrl: settings[url] };
      const adapter: ProviderAdapter = create[provider](options);
      return [provider, isConfigured(settings, provider) ? adapter : withoutKey(adapter)];
    }),
  ) as Record<Provider, ProviderAdapter>;
}

/**
 * The adapter with calls that fail here, as with a wrong key. The database names what can be asked, and is older
 * than the environment while processes have different keys.
 */
function withoutKey(adapter: ProviderAdapter): ProviderAdapter {
  const { name } = adapter;
  const message = `${providerEntries[name].variables.key} is not set.`;
  const signal = { kind: 'error', status: 401, code: 'no_key', type: null, message } as const;
  const failed = { ok: false, failure: toFailure({ provider: name }, signal) } as const;
  const fail = async () => failed;
  return {
    ...adapter,
    text: fail,
    async *streamText() {
      yield { type: 'failed', failure: failed.failure };
    },
    models: fail,
    ...(adapter.image && { image: fail }),
    ...(adapter.moderate && { moderate: fail }),
  };
}
