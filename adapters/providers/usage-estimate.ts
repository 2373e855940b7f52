/**
 * Estimates the usage of a call that was stopped or broke off and for which the provider reported none. Errs
 * on the high side: the balance that an admin sees must not exceed the real one.
 */
import { estimateTokens } from '@sachet/shared/chat/chat';
import { isUnreached } from './failure.ts';
import type { Drawing, ImageOrder, ProviderFailure, TextRequest, Usage } from './provider.ts';
import { noUsage } from './usage.ts';

/** Tokens of an input image: Gemini 3 counts 1,120 at its default resolution, OpenAI up to 1,105. */
const inputImageTokens = 1_120;

/** The longest texts that are not streamed: four ideas in JSON, three captions in Hindi. */
const wholeTextTokens = 1_000;

/** The estimate counts the requested image as made. */
export function estimateImageUsage(
  { estimateOutputTokens }: Pick<Drawing, 'estimateOutputTokens'>,
  request: ImageOrder,
): Usage {
  const { prompt, inputs = [], area } = request;
  const pictures = inputs.length + (area ? 1 : 0);
  const imageInputTokens = pictures * inputImageTokens;
  const outputTokens = estimateOutputTokens(request);
  return {
    ...noUsage,
    inputTokens: estimateTokens(prompt) + imageInputTokens,
    imageInputTokens,
    outputTokens,
    imageOutputTokens: outputTokens,
    images: 1,
  };
}

/** `arrived` is the text so far; omit it for a text that is not streamed. */
export function estimateTextUsage(
  { system = '', messages }: Pick<TextRequest, 'system' | 'messages'>,
  arrived?: string,
): Usage {
  const told = messages.reduce(
    (sum, { content }) => sum + estimateTokens(content),
    estimateTokens(system),
  );
  const pictures = messages.reduce((sum, { images = [] }) => sum + images.length, 0);
  const imageInputTokens = pictures * inputImageTokens;
  const outputTokens = arrived === undefined ? wholeTextTokens : estimateTokens(arrived);
  return { ...noUsage, inputTokens: told + imageInputTokens, imageInputTokens, outputTokens };
}

/**
 * The usage booked for a failed call. `estimate` is for the call as requested.
 *
 * | failure                                              | usage                              |
 * | ---------------------------------------------------- | ---------------------------------- |
 * | the provider reported its usage                      | the reported usage                 |
 * | an error with an HTTP status: 4xx, 5xx, keys, limits | none: no provider bills these   |
 * | 408, 504: the answer came too late for a gateway     | the estimate                       |
 * | the provider was not reached                         | none                               |
 * | stopped by the user, timeout, connection broke off   | the estimate                       |
 * | an answer without a result (safety, copyright, …)    | its input                          |
 * | a result that we cannot use, such as an address      | the estimate                       |
 */
export function estimateFailedUsage(
  failure: ProviderFailure,
  estimate: Usage,
): { usage: Usage; isEstimate: boolean } {
  const { usage, mayBeMade } = failure;
  if (usage) return { usage, isEstimate: false };
  if (isUnbilled(failure)) {
    return { usage: noUsage, isEstimate: false };
  }
  const { inputTokens, imageInputTokens } = estimate;
  const read = { ...noUsage, inputTokens, imageInputTokens };
  return { usage: mayBeMade ? estimate : read, isEstimate: true };
}

/** The provider may have finished after the gateway gave up. */
const tooLateStatuses = [408, 504, 524];

/** Whether the provider was not reached or answered with an error status. Neither is billed. */
export function isUnbilled(failure: ProviderFailure): boolean {
  const { status, usage } = failure;
  const isRefused = status !== null && !tooLateStatuses.includes(status);
  return usage === null && (isRefused || isUnreached(failure));
}
