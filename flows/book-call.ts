/** Books the cost of a provider call: one row for each attempt, successful or not. */
import type { Kysely } from 'kysely';
import { raiseNotice } from '@sachet/db/admin/notices';
import { noteShutdown } from '@sachet/db/models/catalogue';
import { recordProviderCall } from '@sachet/db/studio/provider-calls';
import type { Database, ProviderCallTable } from '@sachet/db/tables';
import { observeProviderCall } from '@sachet/operations/observers';
import type { Attempt, Usage } from '@sachet/providers/provider';
import { assumedPrices } from '@sachet/shared/free-work';
import { priceUsage } from '@sachet/shared/model-prices';
import { estimateFailedUsage } from '@sachet/providers/usage-estimate';

export interface BookedCall {
  readonly provider: ProviderCallTable['provider'];
  readonly modelId: string;
  readonly purpose: ProviderCallTable['purpose'];
  readonly generationId?: string;
  readonly chatTurnId?: string;
  readonly promptImprovementId?: number;
  /** The usage to book for an answered attempt if the provider reports none. */
  readonly estimate: Usage;
  /** Whether text of the last attempt arrived, which is billed however the attempt ended. */
  readonly hasArrived?: boolean;
}

/**
 * Books all attempts, or none if the database is unreachable. Resolves to their cost in millionths of a US
 * dollar, in which a cost that is not known counts as much as it may be (`assumedPrices`).
 */
export async function bookAttempts(
  db: Kysely<Database>,
  call: BookedCall,
  attempts: readonly Attempt[],
): Promise<number> {
  return db.transaction().execute((trx) => book(trx, call, attempts));
}

async function book(
  db: Kysely<Database>,
  call: BookedCall,
  attempts: readonly Attempt[],
): Promise<number> {
  let sum = 0;
  for (const attempt of attempts) {
    const failure = attempt.failure?.category ?? null;
    const { usage, isEstimate } = toBookedUsage(call, attempt, attempt === attempts.at(-1));
    const { provider, purpose } = call;
    const { durationMs } = attempt;
    const { microusd, asAskedMicrousd } = await recordProviderCall(
      db,
      {
        generation_id: call.generationId ?? null,
        chat_turn_id: call.chatTurnId ?? null,
        prompt_improvement_id: call.promptImprovementId ?? null,
        purpose,
        provider,
        model_id: call.modelId,
        answered_by: attempt.answeredBy,
        failure,
        duration_ms: durationMs,
        is_estimate: isEstimate,
      },
      usage,
    );
    await noteOddities(db, call, { attempt, microusd, asAskedMicrousd });
    observeProviderCall({ provider, purpose, failure, durationMs, microusd });
    sum += microusd ?? priceUsage(assumedPrices, usage);
  }
  return sum;
}

/** Raises a notice for admins if a call's cost differs from what the catalogue predicts. */
async function noteOddities(
  db: Kysely<Database>,
  { provider, modelId }: BookedCall,
  given: { attempt: Attempt; microusd: number | null; asAskedMicrousd: number | null },
): Promise<void> {
  const { attempt, microusd, asAskedMicrousd } = given;
  const subject = `${provider}/${modelId}`;
  if (attempt.answeredBy !== null) {
    const isKnown = microusd !== null && asAskedMicrousd !== null;
    const differenceUSD = isKnown ? (microusd - asAskedMicrousd) / 1_000_000 : null;
    const data = { provider, modelId, answeredBy: attempt.answeredBy, differenceUSD };
    await raiseNotice(db, { kind: 'model_rerouted', data }, subject);
  }
  if (attempt.failure === null && microusd === 0) {
    await raiseNotice(db, { kind: 'free_call', data: { provider, modelId } }, subject);
  }
  if (attempt.retiresAt !== null) await noteShutdown(db, { provider, modelId }, attempt.retiresAt);
}

function toBookedUsage(
  { estimate, hasArrived = false }: BookedCall,
  { failure, usage }: Attempt,
  isLast: boolean,
): { usage: Usage; isEstimate: boolean } {
  if (usage) return { usage, isEstimate: false };
  if (failure && !(isLast && hasArrived)) return estimateFailedUsage(failure, estimate);
  return { usage: estimate, isEstimate: true };
}
