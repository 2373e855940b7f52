/**
 * The interface to a provider: an image, a text, a streamed text, and the list of models. A refusal
 * or a failure is a value; an adapter never throws.
 */
import type { AspectRatio, FailureCategory, Quality } from '@sachet/shared/contracts/vocabulary';
import type { RefusalCause } from '@sachet/shared/models/contracts/refusal-cause';
import type { Provider } from '@sachet/shared/providers';

/** Tokens as the provider counted them, and finished images. */
export type Usage = {
  /** All input tokens, including the cached, written and image tokens. */
  inputTokens: number;
  /** The part of the input that was read from the provider's cache. */
  cachedTokens: number;
  /** The part of the input that was written to the provider's cache. */
  cacheWriteTokens: number;
  imageInputTokens: number;
  /** All output tokens, including thoughts and image tokens. */
  outputTokens: number;
  imageOutputTokens: number;
  images: number;
};

/** Metadata that a provider reports with an answer. */
export type Report = {
  /** Null when the provider reported none, or impossible numbers. */
  usage: Usage | null;
  /** The id of the model that answered if it is not the requested model. */
  answeredBy: string | null;
  /** When the provider retires the model that answered; null if it is not announced. */
  retiresAt: Date | null;
  /** Estimated tokens of thoughts that arrived within the text, which the text is without. */
  thoughtTokens: number;
};

/** One request to a provider, once it ended. */
export type Attempt = Report & {
  durationMs: number;
  failure: ProviderFailure | null;
  /** The optional parameter that the model refused, and without which it is asked again. */
  refusedParameter?: string | null;
};

export type InputImage = { bytes: Uint8Array; mimeType: string };

type Call = {
  modelId: string;
  /** Aborted by the user; the call fails with the category `cancelled`. */
  signal: AbortSignal;
  /** Identifies the user to the provider without naming them (`toUserDigest`). */
  userDigest: string;
  /** Called once for each request that was sent, the last one included. */
  onAttempt?: (attempt: Attempt) => void;
};

/** The sizes that OpenAI's earlier models draw for the offered ratios. */
export type StandardRatio = '3:2' | '2:3';

/** The part of the input to change, in the form its provider accepts. */
export type EditArea =
  /** The input as a PNG, and a PNG of its size that is transparent in the part to change. */
  | { readonly image: InputImage; readonly mask: InputImage }
  /** The input with that part tinted. */
  | { readonly marked: InputImage };

export type ImageRequest = Call & {
  prompt: string;
  aspectRatio: AspectRatio | StandardRatio;
  /** Wanted longest side in pixels. The answer may be larger, or of the model's nearest size. */
  size: number;
  /** `speed` requests the fastest quality if the provider offers several; default `quality`. */
  quality?: Quality;
  /** Images to edit. With at least one image the call is an edit. */
  inputs?: InputImage[];
  /** A paid picture is requested again only if the first request cannot have made a picture. */
  isPaid?: boolean;
  /** Requests a change of only this part of the single input. Models do not always comply. */
  area?: EditArea;
};

export type ImageAnswer = Report & { bytes: Uint8Array; mimeType: string };

/** Images belong to the user's messages; those of an assistant are ignored. */
export type TextMessage = { role: 'user' | 'assistant'; content: string; images?: InputImage[] };

/** The purpose of a text, which decides the thinking effort. */
export type TextPurpose = 'chat' | 'captions' | 'ideas' | 'text' | 'improve';

export type TextRequest = Call & {
  purpose: TextPurpose;
  system?: string;
  messages: TextMessage[];
  /** Requests one JSON value. The messages have to mention "JSON" too, or OpenAI refuses. */
  json?: boolean;
  /** Limits the text. The adapter adds the room for the model's thoughts. */
  maxOutputTokens?: number;
};

/** `isCut`: the text ended at a limit instead of where the model wanted to end it. */
export type TextAnswer = Report & { text: string; isCut: boolean };

/**
 * A stream ends with exactly one `end` or `failed`; a stream that the provider broke off ends with `failed`.
 * Neither occurs if the reader stops reading.
 */
export type TextStreamPart =
  | { type: 'chunk'; text: string }
  | (Report & { type: 'end'; isCut: boolean })
  | { type: 'failed'; failure: ProviderFailure };

/** docs/product.md, Records: the capabilities of a catalog entry. */
export type Capability = 'text' | 'vision' | 'image' | 'image-edit' | 'embedding';

export type ModelListing = {
  id: string;
  label: string;
  provider: Provider;
  /** Never empty: a listing leaves out models that we cannot use. */
  capabilities: Capability[];
  tier: Quality;
  /** The longest side in pixels that the model draws; null if no limit is known. */
  largestSize: number | null;
  /** Absent if the provider's list has no end dates. */
  shutdownAt?: Date | null;
};

export type ModelList = {
  models: ModelListing[];
  /** Entries of the list that could not be read, each with the reason. */
  skipped: string[];
};

/** The provider's judgement of texts; `categories` names what the provider objects to. */
export type Moderation = { flagged: boolean; categories: string[] };

export type ProviderFailure = {
  category: FailureCategory | 'cancelled';
  provider: Provider;
  /** Why only an admin can end the failure; null for all other failures. */
  cause: RefusalCause | null;
  /** For logs and admins: the provider's own message, without keys. Null when there was none. */
  detail: string | null;
  /** The words of the model in place of a result, for the person who asked. */
  said: string | null;
  /** HTTP status; null if cancelled, without a connection, or for a 200. */
  status: number | null;
  /** The provider's code or finish reason, in its own spelling. */
  code: string | null;
  type: string | null;
  retryAfterMs: number | null;
  /** The usage that the provider reported despite the failure; null if it reported none. */
  usage: Usage | null;
  /** Whether the result may have been made, and is billed. */
  mayBeMade: boolean;
};

export type Outcome<T> = { ok: true; value: T } | { ok: false; failure: ProviderFailure };

/** The calls and facts that only a provider that draws has. */
export type Drawing = {
  image(request: ImageRequest): Promise<Outcome<ImageAnswer>>;
  /** Whether the model draws exactly this ratio. Other orders get the nearest, and we cut the picture. */
  drawsRatio(modelId: string, ratio: AspectRatio): boolean;
  /** An upper bound of the output tokens of a picture, for a call whose usage is not reported. */
  estimateOutputTokens(request: ImageOrder): number;
  /** How it accepts the part of a picture to change. */
  area: 'mask' | 'marked';
};

/** A picture without the terms of its call. */
export type ImageOrder = Omit<ImageRequest, 'signal' | 'userDigest' | 'onAttempt'>;

export type ProviderAdapter = Partial<Drawing> & {
  name: Provider;
  text(request: TextRequest): Promise<Outcome<TextAnswer>>;
  /** Stopping to read (`break`, `return`) closes the connection to the provider. */
  streamText(request: TextRequest): AsyncGenerator<TextStreamPart, void>;
  models(signal: AbortSignal): Promise<Outcome<ModelList>>;
  /** Missing if the provider offers no moderation of texts. */
  moderate?(text: string, signal: AbortSignal): Promise<Outcome<Moderation>>;
};

export type PictureAdapter = ProviderAdapter & Drawing;

/** @throws {Error} for a provider that draws nothing. */
export function requireDrawing(adapter: ProviderAdapter): PictureAdapter {
  if (!adapter.image) throw new Error(`${adapter.name} draws no pictures`);
  return adapter as PictureAdapter;
}

export type AdapterOptions = {
  apiKey: string;
  /** Base URL of another server with the same protocol: a stand-in or a local model. */
  baseUrl?: string;
  /**
   * Limits a whole call in milliseconds, including its retry and the wait before it; for a stream,
   * the provider's silence. Default 120 s for images and 60 s for everything else.
   */
  timeoutMs?: number;
};

export const imageTimeoutMs = 120_000;
export const textTimeoutMs = 60_000;
