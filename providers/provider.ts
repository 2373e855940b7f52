/**
 * The interface to a provider: an image, a text, a streamed text, and the list of models. A refusal
 * or a failure is a value; an adapter never throws.
 */
import type {
  AspectRatio,
  FailureCategory,
  Provider,
  Quality,
} from '@sachet/shared/contracts/vocabulary';

/** Tokens as the provider counted them (0 where it did not say), and finished images. */
export type Usage = { inputTokens: number; outputTokens: number; images: number };

export type InputImage = { bytes: Uint8Array; mimeType: string };

type Call = {
  modelId: string;
  /** Aborted by the user; the call fails with the category `cancelled`. */
  signal: AbortSignal;
  /** Called once, before the second and last attempt. */
  onRetry?: (failure: ProviderFailure) => void;
};

/** What OpenAI's earlier models draw instead of the ratios that we offer. */
export type StandardRatio = '3:2' | '2:3';

/** Which part of the one input is to be changed, in the form that its provider knows. */
export type EditArea =
  /** OpenAI: the input as a PNG, and a PNG of its size that is transparent where it is to be changed. */
  | { readonly image: InputImage; readonly mask: InputImage }
  /** Google: the input with that part tinted. */
  | { readonly marked: InputImage };

export type ImageRequest = Call & {
  prompt: string;
  aspectRatio: AspectRatio | StandardRatio;
  /** Longest side wanted, in pixels. The answer may be larger, or of the model's nearest size. */
  size: number;
  /** `speed` asks for the fastest quality where the provider offers several; default `quality`. */
  quality?: Quality;
  /** Images to edit. With at least one of them the call is an edit. */
  inputs?: InputImage[];
  /** Asks for a change of this part of the one input only. Models keep to it more or less. */
  area?: EditArea;
};

export type ImageAnswer = { bytes: Uint8Array; mimeType: string; usage: Usage };

/** Images belong to the user's messages; an assistant's are ignored. */
export type TextMessage = { role: 'user' | 'assistant'; content: string; images?: InputImage[] };

export type TextRequest = Call & {
  system?: string;
  messages: TextMessage[];
  /** Asks for one JSON value. The messages have to say "JSON" too, or OpenAI refuses. */
  json?: boolean;
  maxOutputTokens?: number;
};

export type TextAnswer = { text: string; usage: Usage };

/**
 * A stream ends with exactly one `end` or `failed`; one that the provider broke off ends with
 * `failed`. A reader that sees neither has stopped reading.
 */
export type TextStreamPart =
  | { type: 'chunk'; text: string }
  | { type: 'end'; usage: Usage }
  | { type: 'failed'; failure: ProviderFailure };

/** docs/product.md, Records: the capabilities of a catalog entry. */
export type Capability = 'text' | 'vision' | 'image' | 'image-edit' | 'embedding';

export type ModelListing = {
  id: string;
  label: string;
  provider: Provider;
  /** Never empty: a listing leaves out models that we cannot use. */
  capabilities: Capability[];
  shutdownAt: Date | null;
};

export type ProviderFailure = {
  category: FailureCategory | 'cancelled';
  provider: Provider;
  /** For logs and admins: the provider's own words, without keys. Null when it said nothing. */
  detail: string | null;
  /** HTTP status, or null when there was none (cancelled, no connection, an answer of 200). */
  status: number | null;
  /** The provider's code or finish reason, as it spells it. */
  code: string | null;
  type: string | null;
  retryAfterMs: number | null;
  /** The usage that the provider reported despite the failure; null if it reported none. */
  usage: Usage | null;
};

export type Outcome<T> = { ok: true; value: T } | { ok: false; failure: ProviderFailure };

export type ProviderAdapter = {
  name: Provider;
  image(request: ImageRequest): Promise<Outcome<ImageAnswer>>;
  text(request: TextRequest): Promise<Outcome<TextAnswer>>;
  /** Stopping to read (`break`, `return`) closes the connection to the provider. */
  streamText(request: TextRequest): AsyncGenerator<TextStreamPart, void>;
  models(signal: AbortSignal): Promise<Outcome<ModelListing[]>>;
};

export type AdapterOptions = {
  apiKey: string;
  /** Another server that speaks the same wire: a stand-in, or a local model. */
  baseUrl?: string;
  /**
   * Limits a whole call in milliseconds, including its retry and the wait before it; for a stream,
   * the pause between two chunks. Default 120 s for images and 60 s for everything else.
   */
  timeoutMs?: number;
};

export const imageTimeoutMs = 120_000;
export const textTimeoutMs = 60_000;
