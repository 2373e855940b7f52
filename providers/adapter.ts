import type { Provider } from '@sachet/shared/contracts/vocabulary';
import { makeCall, makeStream, type Attempt, type CallTerms, type StreamStep } from './call.ts';
import {
  imageTimeoutMs,
  textTimeoutMs,
  type AdapterOptions,
  type ImageAnswer,
  type ImageRequest,
  type ModelListing,
  type ProviderAdapter,
  type TextAnswer,
  type TextRequest,
} from './provider.ts';

/** One attempt at each call, through the client of a provider's SDK. */
type Calls<Client> = {
  explain: CallTerms['explain'];
  makeImage: Call<Client, ImageRequest, Promise<Attempt<ImageAnswer>>>;
  writeText: Call<Client, TextRequest, Promise<Attempt<TextAnswer>>>;
  streamText: Call<Client, TextRequest, AsyncGenerator<StreamStep>>;
  listModels: (client: Client, signal: AbortSignal) => Promise<Attempt<ModelListing[]>>;
};
type Call<Client, Request, Result> = (
  client: Client,
  request: Request,
  signal: AbortSignal,
) => Result;

export function createAdapter<Client>(
  name: Provider,
  client: Client,
  options: AdapterOptions,
  calls: Calls<Client>,
): ProviderAdapter {
  const terms = (call: Pick<CallTerms, 'signal' | 'onRetry'>, timeoutMs: number): CallTerms => ({
    provider: name,
    signal: call.signal,
    onRetry: call.onRetry,
    timeoutMs: options.timeoutMs ?? timeoutMs,
    secrets: [options.apiKey],
    explain: calls.explain,
  });
  return {
    name,
    image: (request) =>
      makeCall(terms(request, imageTimeoutMs), (signal) =>
        calls.makeImage(client, request, signal),
      ),
    text: (request) =>
      makeCall(terms(request, textTimeoutMs), (signal) => calls.writeText(client, request, signal)),
    streamText: (request) =>
      makeStream(terms(request, textTimeoutMs), (signal) =>
        calls.streamText(client, request, signal),
      ),
    models: (signal) =>
      makeCall(terms({ signal }, textTimeoutMs), (signal) => calls.listModels(client, signal)),
  };
}
