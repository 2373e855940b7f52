// Every provider of the registry has all that a provider needs. A failure names what is missing.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createProviders } from '@sachet/adapters/providers/configured';
import { lanes } from '@sachet/adapters/queue/jobs';
import { serverVariables } from '@sachet/shared/configuration/environment-variables';
import { toRemedyUrl } from '@sachet/shared/models/provider-remedies';
import { knownModels } from '@sachet/shared/models/known-models';
import {
  chatBlockPriceRupees,
  finalSizes,
  imagePriceRupees,
  textPriceRupees,
} from '@sachet/shared/models/rate-card';
import {
  isPictureProvider,
  type Provider,
  providerEntries,
  providers,
  toStandInUrl,
} from '@sachet/shared/providers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { policies as en } from '../../web/src/i18n/policies/en.ts';
import { policies as hg } from '../../web/src/i18n/policies/hg.ts';
import { policies as hi } from '../../web/src/i18n/policies/hi.ts';
import { startGeminiSandbox } from '../sandbox/gemini.ts';
import { startOpenAiSandbox } from '../sandbox/openai.ts';
import { root } from './places.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');

let urls: { openai: string; gemini: string };
let close: () => Promise<unknown>;
beforeAll(async () => {
  const [openai, gemini] = await Promise.all([startOpenAiSandbox(), startGeminiSandbox()]);
  urls = { openai: openai.url, gemini: gemini.url };
  close = () => Promise.all([openai.close(), gemini.close()]);
});
afterAll(() => close?.());

const openAdapter = (provider: Provider) => {
  const { key, url } = providerEntries[provider].variables;
  return createProviders({ [key]: 'sandbox-key', [url]: toStandInUrl(provider, urls) })[provider];
};
const signal = () => new AbortController().signal;

/** The lanes that an alert watches, by its name. */
function watchedBy(alert: string): string[] {
  const rule = read('ops/monitoring/alerts.yml')
    .split('- alert: ')
    .find((each) => each.startsWith(alert))!;
  const [, is = ''] = /lane=~"([^"]+)"/.exec(rule)!;
  const [, isNot] = /lane!~"([^"]+)"/.exec(rule) ?? [];
  const matches = (pattern: string, lane: string) => new RegExp(`^(?:${pattern})$`).test(lane);
  return lanes.filter((lane) => matches(is, lane) && !(isNot && matches(isNot, lane)));
}

/** The needs of a provider. Each check is true if the need is met. */
const needs: Record<string, (provider: Provider) => boolean | Promise<boolean>> = {
  'a name with a unique first letter, which is its mark': (provider) => {
    const { name, product }: { name: string; product: string } = providerEntries[provider];
    const isTaken = providers.some(
      (other) => other !== provider && providerEntries[other].name.startsWith(name.slice(0, 1)),
    );
    return name !== '' && product !== '' && !isTaken;
  },
  'a unique colour in web/src/styles.css': (provider) => {
    const { colour } = providerEntries[provider];
    const isTaken = providers.some(
      (other) => other !== provider && (providerEntries[other].colour as string) === colour,
    );
    return !isTaken && read('web/src/styles.css').includes(`--print-${colour}:`);
  },
  'its variables in the documentation and in docker-compose.yml': (provider) =>
    Object.values(providerEntries[provider].variables).every(
      (name) =>
        serverVariables[name]?.meta()?.description !== undefined &&
        read('docs/configuration.md').includes(`\`${name}\``) &&
        read('docker-compose.yml').includes(`\n  ${name}:\n`),
    ),
  'its name among the recipients of prompts in the privacy policies': () =>
    [en, hi, hg].every(({ privacy }) => JSON.stringify(privacy).includes('{{anyProvider}}')),
  'an alert for its paid lane': (provider) =>
    watchedBy('PaidWorkWaits').includes(`${provider}-paid`),
  'an alert for its previews': (provider) => {
    const watched: string[] = watchedBy('PreviewsWait');
    return watched.includes(`${provider}-text`) && watched.includes(`${provider}-picture`);
  },
  'an address for an empty account and a wrong key': (provider) =>
    toRemedyUrl(provider, 'billing') !== null && toRemedyUrl(provider, 'key') !== null,
  'a price of each text and of chat': (provider) =>
    [
      textPriceRupees({ mode: 'general', provider, quality: 'quality' }),
      textPriceRupees({ mode: 'general', provider, quality: 'speed' }),
      chatBlockPriceRupees(provider),
    ].every((rupees) => rupees > 0),
  'a price of each picture, if it draws': (provider) =>
    !isPictureProvider(provider) ||
    finalSizes.every((size) =>
      (['image', 'edit_image'] as const).every((mode) =>
        (['quality', 'speed'] as const).every(
          (quality) => imagePriceRupees({ mode, quality, provider, size }) > 0,
        ),
      ),
    ),
  'a known model for each use, with what it costs us': (provider) => {
    const { sees, draws } = providerEntries[provider];
    const capabilities = [
      'text',
      ...(sees ? ['vision'] : []),
      ...(draws ? ['image', 'image-edit'] : []),
    ];
    const models = knownModels.filter((model) => model.provider === provider);
    return (
      models.every(({ prices }) => prices.length > 0) &&
      capabilities.every((capability) =>
        models.some((model) => (model.capabilities as readonly string[]).includes(capability)),
      )
    );
  },
  'an adapter that draws, if it draws': (provider) =>
    (openAdapter(provider).image !== undefined) === isPictureProvider(provider),
  'a stand-in that lists its known models': async (provider) => {
    const outcome = await openAdapter(provider).models(signal());
    const ids = outcome.ok ? outcome.value.models.map(({ id }) => id) : [];
    const known = knownModels.filter((model) => model.provider === provider);
    return known.every(({ id }) => ids.includes(id));
  },
  'a stand-in that writes': async (provider) => {
    const model = knownModels.find(
      (each) => each.provider === provider && each.capabilities.includes('text'),
    );
    const outcome = await openAdapter(provider).text({
      modelId: model?.id ?? 'none',
      purpose: 'text',
      messages: [{ role: 'user', content: 'How do I fly a kite?' }],
      maxOutputTokens: 2_000,
      userDigest: 'digest',
      signal: signal(),
    });
    return outcome.ok && outcome.value.text !== '' && (outcome.value.usage?.outputTokens ?? 0) > 0;
  },
};

test.each(providers)('the provider %s has all that a provider needs', async (provider) => {
  const missing: string[] = [];
  for (const [need, isThere] of Object.entries(needs)) {
    if (!(await isThere(provider))) missing.push(need);
  }
  expect(missing).toEqual([]);
});

test('no text or setting of the servers names a provider that the registry does not have', () => {
  const apis = providers.map((provider) => providerEntries[provider].api);
  expect(new Set(apis).size).toBe(providers.length);
  expect(
    watchedBy('PreviewsWait').filter((lane) => !providers.some((id) => lane.startsWith(`${id}-`))),
  ).toEqual([]);
});
