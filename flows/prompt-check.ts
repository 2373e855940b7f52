/** Checks prompts before money is spent on them, if a provider with moderation is configured. */
import { promptChecks } from '@sachet/operations/metrics';
import type { ProviderAdapter } from '@sachet/providers/provider';
import type { Provider } from '@sachet/shared/contracts/vocabulary';
import type { ApiEnvironment } from '@sachet/shared/environment';

export interface PromptCheckContext {
  readonly providers: Record<Provider, ProviderAdapter>;
  readonly settings: Pick<ApiEnvironment, 'PROMPT_CHECK' | 'OPENAI_API_KEY'>;
  readonly log: { warn(details: object, message: string): void };
}

/**
 * Whether the provider's rules forbid the prompt. A request with a forbidden prompt would cost us and count
 * against our account. If the provider does not answer in time, the prompt passes.
 */
export async function isForbiddenPrompt(
  { providers, settings, log }: PromptCheckContext,
  prompt: string,
): Promise<boolean> {
  if (settings.PROMPT_CHECK === 'off' || !settings.OPENAI_API_KEY) return false;
  const outcome = await providers.openai.moderate!(prompt, new AbortController().signal);
  const result = outcome.ok ? (outcome.value.flagged ? 'refused' : 'passed') : 'unchecked';
  promptChecks.inc({ result });
  if (!outcome.ok) log.warn({ failure: outcome.failure }, 'a prompt could not be checked');
  return result === 'refused';
}
