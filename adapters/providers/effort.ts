/** How long a model thinks before it writes, and how much room its thoughts need in the output. */
import type { Provider } from '@sachet/shared/contracts/vocabulary';
import { findKnownModel, type Effort } from '@sachet/shared/models/known-models';
import type { TextPurpose, TextRequest } from './provider.ts';

/** The usual maximum of tokens for thoughts; they count against the output limit. */
const roomFor: Readonly<Record<Effort, number>> = {
  none: 0,
  minimal: 1_000,
  low: 4_000,
  medium: 8_000,
  high: 16_000,
};

/** Most unknown models default to `medium` effort. */
const roomForUnknown = roomFor.medium;

/** Free work uses the least effort. */
const paidFor: readonly TextPurpose[] = ['chat', 'text'];

/** Undefined for a model that takes no such parameter. */
export function toEffort(
  provider: Provider,
  { modelId, purpose }: Pick<TextRequest, 'modelId' | 'purpose'>,
): Effort | undefined {
  const known = findKnownModel(provider, modelId);
  return paidFor.includes(purpose) ? known?.usualEffort : known?.efforts?.[0];
}

/** The limit of the output: the text and the model's thoughts. */
export function toOutputLimit(provider: Provider, request: TextRequest): number | undefined {
  if (!request.maxOutputTokens) return undefined;
  const known = findKnownModel(provider, request.modelId);
  const effort = toEffort(provider, request);
  const room = effort ? roomFor[effort] : known ? 0 : roomForUnknown;
  return request.maxOutputTokens + room;
}
