/** Books the cost of a provider call: one row for each attempt, successful or not. */
import type { Kysely } from 'kysely';
import { raiseNotice, renewNotice } from '@sachet/db/admin/notices';
import { noteShutdown } from '@sachet/db/models/catalogue';
import { recordProviderCall } from '@sachet/db/studio/provider-calls';
import type { Database } from '@sachet/db/tables';
import { observeProviderCall } from '@sachet/adapters/operations/observers';
import type { Attempt, Usage } from '@sachet/adapters/providers/provider';
import { assumedPrices } from '@sachet/shared/studio/free-work';
import { priceUsage } from '@sachet/shared/models/model-prices';
import { estimateFailedUsage } from '@sachet/adapters/providers/usage-estimate';

export interface BookedCall {
  readonly provider: Database['provider_call']['provider'];
  readonly modelId: string;
  readonly purpose: Database['provider_call']['purpose'];
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
    const cost = await recordProviderCall(
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
    await noteOddities(db, call, { attempt, usage, cost });
    const { microusd } = cost;
    observeProviderCall({ provider, purpose, failure, durationMs, microusd });
    sum += microusd ?? priceUsage(assumedPrices, usage);
  }
  return sum;
}

/** Raises a notice for admins if a call's cost differs from what the catalogue predicts. */
async function noteOddities(
  db: Kysely<Database>,
  { provider, modelId, estimate }: BookedCall,
  given: {
    attempt: Attempt;
    usage: Usage;
    cost: Awaited<ReturnType<typeof recordProviderCall>>;
  },
): Promise<void> {
  const { attempt, usage } = given;
  const { microusd, asAskedMicrousd, prices } = given.cost;
  const subject = `${provider}/${modelId}`;
  if (attempt.answeredBy !== null) {
    const isKnown = microusd !== null && asAskedMicrousd !== null;
    const differenceUSD = isKnown ? (microusd - asAskedMicrousd) / 1_000_000 : null;
    const data = { provider, modelId, answeredBy: attempt.answeredBy, differenceUSD };
    await raiseNotice(db, { kind: 'model_rerouted', data }, subject);
  }
  if (attempt.failure === null && microusd !== null && prices) {
    // Tokens from the provider's cache cost less, and are no reason for a notice.
    const whole = priceUsage(prices, { ...usage, cachedTokens: 0 });
    const expected = priceUsage(prices, estimate);
    if (microusd === 0 || whole < cheapBelow * expected) {
      const bookedUSD = microusd / 1_000_000;
      const data = { provider, modelId, bookedUSD, estimateUSD: expected / 1_000_000 };
      await raiseNotice(db, { kind: 'cheap_call', data }, subject);
    }
  }
  if (attempt.refusedParameter) {
    const parameter = attempt.refusedParameter;
    const data = { provider, modelId, parameter, at: new Date().toISOString() };
    await renewNotice(db, { kind: 'parameter_refused', data }, `${subject}:${parameter}`);
  }
  if (attempt.retiresAt !== null) await noteShutdown(db, { provider, modelId }, attempt.retiresAt);
}

/** A cost below this part of the estimate is odd. */
const cheapBelow = 0.1;

function toBookedUsage(
  { estimate: told, hasArrived = false }: BookedCall,
  { failure, usage, thoughtTokens }: Attempt,
  isLast: boolean,
): { usage: Usage; isEstimate: boolean } {
  const estimate = { ...told, outputTokens: told.outputTokens + thoughtTokens };
  const mayBePartial = failure?.mayBeMade === true && isLast && hasArrived;
  if (usage && mayBePartial) return completeUsage(usage, estimate);
  if (usage) return { usage, isEstimate: false };
  if (failure && !(isLast && hasArrived)) return estimateFailedUsage(failure, estimate);
  return { usage: estimate, isEstimate: true };
}

/** A stream that broke off has reported less output than arrived if its counts come at the end. */
function completeUsage(usage: Usage, estimate: Usage): { usage: Usage; isEstimate: boolean } {
  if (usage.outputTokens >= estimate.outputTokens) return { usage, isEstimate: false };
  return { usage: { ...usage, outputTokens: estimate.outputTokens }, isEstimate: true };
}
