import { sql, type Expression, type Kysely, type RawBuilder, type Selectable } from 'kysely';
import type { Capability, ModelPurpose } from '@sachet/shared/contracts/admin-models';
import { ImageMode, Provider, Quality } from '@sachet/shared/contracts/vocabulary';
import type { Database, ModelTable } from '../tables.ts';

type Wanted = Record<'provider' | 'capability' | 'tier' | 'purpose', Expression<unknown>>;

/**
 * The model to use: the catalogue's default for that purpose where it is this provider's, else the
 * provider's first model of that tier that can do it. None when nothing suitable is enabled.
 */
function modelToUse(wanted: Wanted): RawBuilder<Selectable<ModelTable>> {
  const { provider, capability, tier, purpose } = wanted;
  return sql`(
    select model.* from model
    left join model_default on model_default.provider = model.provider
      and model_default.model_id = model.id and model_default.purpose = ${purpose}
    where model.provider = ${provider} and model.enabled and model.status <> 'deprecated'
      and ${capability} = any(model.capabilities)
      and (model_default.purpose is not null or model.tier = ${tier})
    order by (model_default.purpose is not null) desc, model.id
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
): Promise<Selectable<ModelTable> | undefined> {
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
 * The model that makes the full picture of a generation, or a larger one: of the quality asked for,
 * by the catalogue's default of that where there is one.
 */
export function finalModel(of: Record<'mode' | 'quality' | 'provider', Expression<unknown>>) {
  return modelToUse({
    provider: of.provider,
    capability: sql`case ${of.mode} when 'image' then 'image' when 'edit_image' then 'image-edit' end`,
    tier: of.quality,
    purpose: sql`case when ${of.quality} = 'quality'
      then case ${of.mode} when 'image' then 'image_generate' else 'image_edit' end end`,
  });
}

export interface FinalModel {
  readonly mode: ImageMode;
  readonly quality: Quality;
  readonly provider: Provider;
  readonly label: string;
}

/** Of every kind of picture that can be bought now. */
export async function readFinalModels(db: Kysely<Database>): Promise<FinalModel[]> {
  const model = finalModel({
    mode: sql.ref('mode.name'),
    quality: sql.ref('quality.name'),
    provider: sql.ref('provider.name'),
  });
  const { rows } = await sql<FinalModel>`
    select mode.name as mode, quality.name as quality, provider.name as provider, picked.label
      from unnest(${ImageMode.options}::text[]) as mode (name)
     cross join unnest(${Quality.options}::text[]) as quality (name)
     cross join unnest(${Provider.options}::text[]) as provider (name)
     cross join lateral ${model} as picked`.execute(db);
  return rows;
}
