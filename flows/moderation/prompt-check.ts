/** Checks prompts before money is spent on them, if a provider with moderation is configured. */
import type { Kysely } from 'kysely';
import { noteUncheckedPrompts, resolveUncheckedPrompts } from '@sachet/db/admin/notices';
import type { Database } from '@sachet/db/tables';
import { promptChecks } from '@sachet/adapters/operations/metrics';
import type { ProviderAdapter } from '@sachet/adapters/providers/provider';
import type { ProviderKeys } from '@sachet/shared/configuration/configured-providers';
import { type Provider, providerEntries } from '@sachet/shared/providers';
import type { ApiEnvironment } from '@sachet/shared/configuration/environment';

export interface PromptCheckContext {
  readonly db: Kysely<Database>;
  readonly providers: Record<Provider, ProviderAdapter>;
  readonly settings: Pick<ApiEnvironment, 'PROMPT_CHECK'> & ProviderKeys;
  readonly log: { warn(details: object, message: string): void };
}

/** Whether this process has seen the last check answered. A notice may be from another process. */
let isAnswered = false;

/**
 * Whether the provider's rules forbid the prompt. A request with a forbidden prompt would cost us and count
 * against our account. If the provider does not answer in time or rejects our check, the prompt passes.
 */
export async function isForbiddenPrompt(
  { db, providers, settings, log }: PromptCheckContext,
  prompt: string,
): Promise<boolean> {
  if (settings.PROMPT_CHECK === 'off') return false;
  const judge = Object.values(providers).find(
    ({ name, moderate }) => moderate && settings[providerEntries[name].variables.key],
  );
  if (!judge) return false;
  const outcome = await judge.moderate!(prompt, new AbortController().signal);
  const result = outcome.ok ? (outcome.value.flagged ? 'refused' : 'passed') : 'unchecked';
  promptChecks.inc({ result });
  if (!outcome.ok) {
    log.warn({ failure: outcome.failure }, 'a prompt could not be checked');
    await noteUncheckedPrompts(db, outcome.failure);
  } else if (!isAnswered) await resolveUncheckedPrompts(db, judge.name);
  isAnswered = outcome.ok;
  return result === 'refused';
}
