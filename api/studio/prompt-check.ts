/** Judges prompts before money is spent on them, where the key of a provider that judges is there. */
import { promptChecks } from '@sachet/operations/metrics';
import type { Dependencies } from '../dependencies.ts';
import { Refusal } from '../http/refusal.ts';

/**
 * Throws `prompt_refused` for what the provider's rules forbid: asked for anyway, it would cost us and
 * count against our account. Without a judgement in time the prompt passes.
 */
export async function refuseForbiddenPrompt(
  { providers, settings, log }: Pick<Dependencies, 'providers' | 'settings' | 'log'>,
  prompt: string,
): Promise<void> {
  if (settings.PROMPT_CHECK === 'off' || !settings.OPENAI_API_KEY) return;
  const outcome = await providers.openai.moderate!(prompt, new AbortController().signal);
  const result = outcome.ok ? (outcome.value.flagged ? 'refused' : 'passed') : 'unchecked';
  promptChecks.inc({ result });
  if (!outcome.ok) log.warn({ failure: outcome.failure }, 'a prompt could not be checked');
  if (result !== 'refused') return;
  throw new Refusal(
    'prompt_refused',
    'This isn’t allowed here. Remove anything violent, sexual or hateful, and try again.',
  );
}
