import { sql, type Expression, type Kysely, type RawBuilder, type Selectable } from 'kysely';
import type { Capability, ModelPurpose } from '@sachet/shared/models/contracts/admin-models';
import { ModelUse, Quality } from '@sachet/shared/contracts/vocabulary';
import {
  type PictureProvider,
  pictureProviders,
  type Provider,
  providers,
} from '@sachet/shared/providers';
import { imageModes, type ImageMode, tools } from '@sachet/shared/tools';
import type { Database } from '../tables.ts';

type Wanted = Record<'provider' | 'capability' | 'tier' | 'purpose', Expression<unknown>>;

/**
 * A usable model is enabled, of a provider that the servers can ask, and not past its end date, because a sync
 * may run only hours after that date. This one rule decides what is used, offered and reported as missing.
 */
const isUsable = sql`model.enabled and model.status <> 'deprecated' and model.is_configured
  and (model.shutdown_at is null or model.shutdown_at > now())`;

/**
 * The model to use: the catalogue's default for that purpose if it is this provider's, else the provider's
 * first able model of that tier, else its first of the other tier.
 */
function modelToUse(wanted: Wanted): RawBuilder<Selectable<Database['priced_model']>> {
  const { provider, capability, tier, purpose } = wanted;
  return sql`(
    select model.* from priced_model as model
    left join model_default on model_default.provider = model.provider
      and model_default.model_id = model.id and model_default.purpose = ${purpose}
    where model.provider = ${provider} and ${isUsable}
      and ${capability} = any(model.capabilities)
    order by (model_default.purpose is not null) desc, (model.tier = ${tier}) desc, model.id
    limit 1
  )`;
}

/** Undefined when nothing suitable is enabled. */
export async function pickModel(
  db: Kysely<Database>,
  wanted: {
    provider: Provider;
    capability: Capability;
    tier: Quality;
    purpose: ModelPurpose | null;
  },
): Promise<Selectable<Database['priced_model']> | undefined> {
  const text = (value: string | null) => sql`${value}::text`;
  const model = modelToUse({
    provider: text(wanted.provider),
    capability: text(wanted.capability),
    tier: text(wanted.tier),
    purpose: text(wanted.purpose),
  });
  return db.selectFrom(model.as('model')).selectAll('model').executeTakeFirst();
}

/**
 * The model that makes the full picture of a generation, or a larger copy: one of the requested quality, and
 * the catalogue's default if there is one. Sizes that it does not draw are not on sale.
 */
export function finalModel(of: Record<'mode' | 'quality' | 'provider', Expression<unknown>>) {
  return modelToUse({
    provider: of.provider,
    capability: byImageMode(of.mode, (mode) => capabilityOf[tools[mode].use]),
    tier: of.quality,
    purpose: sql`case when ${of.quality} = 'quality'
      then ${byImageMode(of.mode, (mode) => finalPurposeOf[tools[mode].use])} end`,
  });
}

const finalPurposeOf: Readonly<Record<'pictures' | 'edits', ModelPurpose>> = {
  pictures: 'image_generate',
  edits: 'image_edit',
};

/** Null for a text. */
function byImageMode(mode: Expression<unknown>, toValue: (mode: ImageMode) => string) {
  const cases = imageModes.map((each) => sql`when ${each} then ${toValue(each)}`);
  return sql<string | null>`case ${mode} ${sql.join(cases, sql` `)} end`;
}

export interface FinalModel {
  readonly mode: ImageMode;
  readonly quality: Quality;
  readonly provider: PictureProvider;
  readonly id: string;
  readonly label: string;
  readonly largestSize: number | null;
}

/** The final models of every kind of picture that can be bought now. */
export async function readFinalModels(db: Kysely<Database>): Promise<FinalModel[]> {
  const model = finalModel({
    mode: sql.ref('mode.name'),
    quality: sql.ref('quality.name'),
    provider: sql.ref('provider.name'),
  });
  const { rows } = await sql<FinalModel>`
    select mode.name as mode, quality.name as quality, provider.name as provider, picked.id,
           picked.label, picked.largest_size as "largestSize"
      from unnest(${imageModes}::text[]) as mode (name)
     cross join unnest(${Quality.options}::text[]) as quality (name)
     cross join unnest(${pictureProviders}::text[]) as provider (name)
     cross join lateral ${model} as picked`.execute(db);
  return rows;
}

export const capabilityOf: Readonly<Record<ModelUse, Capability>> = {
  texts: 'text',
  'photos in texts': 'vision',
  pictures: 'image',
  edits: 'image-edit',
};

/** The uses for which each configured provider has a usable model. */
export async function readUses(
  db: Kysely<Database>,
): Promise<Partial<Record<Provider, ModelUse[]>>> {
  const { rows } = await sql<{ id: string; capabilities: Capability[] }>`
    select provider.id, array(
             select distinct unnest(model.capabilities) from priced_model as model
              where model.provider = provider.id and ${isUsable}) as capabilities
      from provider where is_configured`.execute(db);
  // A row of a newer release, which was taken back, has no entry.
  const known = providers.flatMap((provider) => {
    const row = rows.find(({ id }) => id === provider);
    return row ? [[provider, row.capabilities] as const] : [];
  });
  return Object.fromEntries(
    known.map(([provider, capabilities]) => [
      provider,
      ModelUse.options.filter((use) => capabilities.includes(capabilityOf[use])),
    ]),
  );
}
