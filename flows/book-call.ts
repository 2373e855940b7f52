/** Books what a call to a provider cost us: each attempt is a row of its own, whatever came of it. */
import type { Kysely } from 'kysely';
import { recordProviderCall } from '@sachet/db/studio/provider-calls';
import type { Database, ProviderCallTable } from '@sachet/db/tables';
import { observeProviderCall } from '@sachet/operations/observers';
import type { Attempt, Usage } from '@sachet/providers/provider';
import { estimateFailedUsage } from '@sachet/providers/usage-estimate';

export interface BookedCall {
  readonly provider: ProviderCallTable['provider'];
  readonly modelId: string;
  readonly purpose: ProviderCallTable['purpose'];
  readonly generationId?: string;
  readonly chatTurnId?: string;
  readonly promptImprovementId?: number;
  /** What an attempt uses that was answered and of which the provider reports nothing. */
  readonly estimate: Usage;
  /** Whether text of the last attempt arrived: it is billed, however the attempt ended. */
  readonly hasArrived?: boolean;
}

/** Resolves to what all attempts cost, in millionths of a US dollar. */
export async function bookAttempts(
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
    const microusd = await recordProviderCall(
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
    observeProviderCall({ provider, purpose, failure, durationMs, microusd });
    sum += microusd;
  }
  return sum;
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
