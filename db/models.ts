import { sql, type Kysely, type Selectable } from 'kysely';
import type { Capability, ModelPurpose } from '@sachet/shared/contracts/admin-models';
import type { Provider, Quality } from '@sachet/shared/contracts/vocabulary';
import type { Database, ModelTable } from './tables.ts';

/**
 * The model to use: the catalogue's default for that purpose where it is this provider's, else the
 * provider's first model of that tier that can do it. None when nothing suitable is enabled.
 */
export async function pickModel(
  db: Kysely<Database>,
  wanted: {
    provider: Provider;
    capability: Capability;
    tier: Quality;
    purpose: ModelPurpose | null;
  },
): Promise<Selectable<ModelTable> | undefined> {
  return db
    .selectFrom('model')
    .leftJoin('model_default', (join) =>
      join
        .onRef('model_default.provider', '=', 'model.provider')
        .onRef('model_default.model_id', '=', 'model.id')
        .on('model_default.purpose', '=', wanted.purpose),
    )
    .selectAll('model')
    .where('model.provider', '=', wanted.provider)
    .where('model.enabled', '=', true)
    .where('model.status', '<>', 'deprecated')
    .where(sql<boolean>`${wanted.capability} = any(model.capabilities)`)
    .where((where) =>
      where.or([
        where('model_default.purpose', 'is not', null),
        where('model.tier', '=', wanted.tier),
      ]),
    )
    .orderBy((order) => order('model_default.purpose', 'is not', null), 'desc')
    .orderBy('model.id')
    .limit(1)
    .executeTakeFirst();
}
