/**
 * The knowledge of this process about a provider's models: the parameters that they refuse, and until when
 * they have no capacity. It is forgotten after a day, because providers change both.
 */
import { dayMs } from '@sachet/shared/time';
import { isLongWait, type FailureSignal } from './failure.ts';
import type { ProviderFailure } from './provider.ts';

const rememberedMs = dayMs;
const modelsMax = 1_000;

export type ModelMemory = ReturnType<typeof createModelMemory>;

export function createModelMemory(now: () => number = Date.now) {
  const refused = new Map<string, Map<string, number>>();
  const resting = new Map<string, number>();
  return {
    /** Those of the parameters that the model has not refused. */
    without(modelId: string, parameters: readonly string[]): string[] {
      const known = refused.get(modelId);
      return parameters.filter((name) => (known?.get(name) ?? 0) <= now());
    },
    leaveOut(modelId: string, parameter: string): void {
      if (!refused.has(modelId) && refused.size >= modelsMax) refused.clear();
      const known = refused.get(modelId) ?? new Map<string, number>();
      refused.set(modelId, known.set(parameter, now() + rememberedMs));
    },
    rest(modelId: string, { category, retryAfterMs }: ProviderFailure): void {
      if (category !== 'quota' || !isLongWait(retryAfterMs)) return;
      if (resting.size >= modelsMax) resting.clear();
      resting.set(modelId, now() + Math.min(retryAfterMs, rememberedMs));
    },
    /** How long the model still rests, in milliseconds; null if it can be asked. */
    restMs(modelId: string): number | null {
      const leftMs = (resting.get(modelId) ?? 0) - now();
      if (leftMs > 0) return leftMs;
      resting.delete(modelId);
      return null;
    },
  };
}

const refusesWords =
  /unsupported|not support|unknown|unrecogni[sz]ed|unexpected|not permitted|not allowed|not accepted|cannot find|invalid (value|parameter)|no longer/i;
const refusesCode = /^(unsupported_|unknown_|invalid_value)/;

/** The parameters that decide the shape of a picture. */
const shapes = new Set(['size', 'imageSize', 'aspectRatio']);

/** The first of the sent parameters that the error refuses; null if it is about something else. */
export function findRefusedParameter(
  signal: FailureSignal,
  sent: readonly string[],
): string | null {
  if (signal.kind !== 'error' || (signal.status !== 400 && signal.status !== 422)) return null;
  const { param, code, message } = signal;
  if (!refusesCode.test(code ?? '') && !refusesWords.test(message)) return null;
  const named = param?.split(/[.[]/)[0];
  const refused =
    sent.find((name) => name === named) ?? sent.find((name) => toPattern(name).test(message));
  if (refused === undefined) return null;
  // A picture in another shape than ordered cannot be sold, and one order must not change all others.
  const isOfValue = code?.endsWith('_value') === true || /\binvalid value\b/i.test(message);
  return isOfValue && shapes.has(refused) ? null : refused;
}

/**
 * Matches `thinkingLevel` as well as `thinking_level` and `Thinking level`. A name that is an ordinary word must
 * be marked as a name.
 */
function toPattern(name: string): RegExp {
  const words = name.split(/_|(?=[A-Z])/).map((word) => word.toLowerCase());
  const before =
    words.length > 1
      ? '(^|[^a-z_])'
      : '([\'"`.]|\\b(parameter|argument|argument supplied|field|name)s?:? )';
  return new RegExp(`${before}${words.join('[ _-]?')}($|[^a-z_])`, 'i');
}
