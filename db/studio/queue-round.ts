/**
 * Decides whose job a lane runs next. A lane works round by round, and each user has one preview, or one
 * unlock, in a round. A new row gets the round after its user's last unfinished row, or after the lowest
 * unfinished row of the lane, whichever is later. So a user waits for no more than about one job of each
 * other user, and is never overtaken forever: newcomers join the next round, not this one.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Provider } from '@sachet/shared/contracts/vocabulary';
import { imageModes, toMade, type Mode } from '@sachet/shared/tools';
import type { Generation } from './generations.ts';

/** The expression of the lanes' indexes, which Postgres compares literally. */
const isPicture = sql.raw(`(mode in (${imageModes.map((mode) => `'${mode}'`).join(', ')}))`);

/**
 * The round of a new preview, as an expression. Insert it with the generation, while its user's lock is held.
 */
export function previewRound(of: {
  uid: string;
  provider: Provider;
  mode: Mode;
  applicant_class: Generation['applicant_class'];
}): RawBuilder<number> {
  const lane = sql`provider = ${of.provider} and status in ('queued', 'running')
    and applicant_class = ${of.applicant_class}
    and ${isPicture} = ${toMade(of.mode) === 'picture'}`;
  return sql`(select 1 + coalesce(greatest(
    (select min(queue_round) from generation where ${lane}),
    (select max(queue_round) from generation where ${lane} and uid = ${of.uid})
  ), 0))`;
}

/** The round of a new unlock, as an expression. Insert it with the unlock. */
export function unlockRound(of: { uid: string; generation_id: string }): RawBuilder<number> {
  return sql`(select 1 + coalesce(greatest(
      min(unlock.queue_round), max(unlock.queue_round) filter (where unlock.uid = ${of.uid})), 0)
    from unlock join generation on generation.id = unlock.generation_id
    where unlock.status in ('pending', 'stored')
      and generation.provider =
        (select provider from generation where id = ${of.generation_id}))`;
}
