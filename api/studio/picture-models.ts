import { readFinalModels, readUses } from '@sachet/db/models/selection';
import type { PictureModels, ProviderUses } from '@sachet/shared/studio/contracts/generation';
import { requireDrawing } from '@sachet/adapters/providers/provider';
import { AspectRatio, ImageMode, Quality } from '@sachet/shared/contracts/vocabulary';
import { pictureProviders, type Provider, providers } from '@sachet/shared/providers';
import { ok, route } from '../http/route.ts';

const byKey = <Key extends string, Value>(keys: readonly Key[], toValue: (key: Key) => Value) =>
  Object.fromEntries(keys.map((key) => [key, toValue(key)])) as Record<Key, Value>;

export const getPictureModels = route('GET /api/picture-models', {
  async handle({ deps }) {
    const models = await readFinalModels(deps.db);
    const getLabel = (mode: ImageMode, quality: Quality, provider: Provider) =>
      models.find(
        (each) => each.mode === mode && each.quality === quality && each.provider === provider,
      )?.label ?? null;
    const answer: PictureModels = byKey(ImageMode.options, (mode) =>
      byKey(Quality.options, (quality) =>
        byKey(pictureProviders, (provider) => getLabel(mode, quality, provider)),
      ),
    );
    return ok(answer);
  },
});

export const getProviders = route('GET /api/providers', {
  async handle({ deps }) {
    const [uses, models] = await Promise.all([readUses(deps.db), readFinalModels(deps.db)]);
    const getLargest = (mode: ImageMode, quality: Quality, provider: Provider) =>
      models.find(
        (each) => each.mode === mode && each.quality === quality && each.provider === provider,
      )?.largestSize ?? null;
    const findCutRatios = (quality: Quality, provider: Provider) => {
      const model = models.find(
        (each) => each.mode === 'image' && each.quality === quality && each.provider === provider,
      );
      return model
        ? AspectRatio.options.filter(
            (ratio) => !requireDrawing(deps.providers[provider]).drawsRatio(model.id, ratio),
          )
        : [];
    };
    const answer = providers.flatMap((provider) => {
      const served = uses[provider];
      if (!served) return [];
      const entry: ProviderUses[Provider] = {
        uses: served,
        cutRatios: byKey(Quality.options, (quality) => findCutRatios(quality, provider)),
        largestSizes: byKey(ImageMode.options, (mode) =>
          byKey(Quality.options, (quality) => getLargest(mode, quality, provider)),
        ),
      };
      return [[provider, entry] as const];
    });
    return ok(Object.fromEntries(answer));
  },
});
