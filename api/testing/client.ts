// Sends requests to a stack's API as the browser does, without access to its database or queue.
import { randomBytes } from 'node:crypto';
import type { ApiError } from '@sachet/shared/contracts/error';
import type {
  GenerationList,
  GenerationResult,
  UnlockImageResponse,
  Upload as SentPhoto,
} from '@sachet/shared/studio/contracts/generation';
import type {
  CreateUserRequest,
  CreateUserResponse,
  UserProfile,
} from '@sachet/shared/people/contracts/user';
import type { Mode, Provider, Quality } from '@sachet/shared/contracts/vocabulary';
import type { WalletEventPage, WalletSummary } from '@sachet/shared/wallet/contracts/wallet';
import type { FinalSize } from '@sachet/shared/models/rate-card';
import { createPerson, type Person } from '../../dev/local/testing/people.ts';

/** The fields of all answers, because each test knows which answer it expects. */
export type AnyBody = ApiError &
  CreateUserResponse &
  UserProfile &
  GenerationResult &
  GenerationList &
  SentPhoto &
  UnlockImageResponse;

export interface Answer<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

export interface Sent {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent unchanged. */
  readonly raw?: string | Uint8Array<ArrayBuffer> | FormData;
}

/** Parses the answer as JSON if it is JSON, else returns it as text. */
export async function send<Body = AnyBody>(url: string, sent: Sent = {}): Promise<Answer<Body>> {
  const answer = await fetch(url, {
    method: sent.method ?? (sent.json === undefined && sent.raw === undefined ? 'GET' : 'POST'),
    headers: {
      ...(sent.json === undefined ? {} : { 'content-type': 'application/json' }),
      ...sent.headers,
    },
    body: sent.json === undefined ? sent.raw : JSON.stringify(sent.json),
  });
  const text = await answer.text();
  const isJson = /json/.test(answer.headers.get('content-type') ?? '');
  return {
    status: answer.status,
    headers: answer.headers,
    body: (isJson ? JSON.parse(text) : text) as Body,
  };
}

export interface PreviewOrder {
  readonly prompt?: string;
  readonly provider?: Provider;
  readonly quality?: Quality;
  readonly aspectRatio?: string;
  /** Default image. */
  readonly mode?: Mode;
  readonly image?: Upload;
  /** The id of an earlier upload. */
  readonly uploadId?: string;
  readonly sourceGenerationId?: string;
  readonly sameInputAs?: string;
  readonly maskUploadId?: string;
}

export interface Upload {
  /** Base64 of the file. */
  readonly data: string;
  readonly mimeType: string;
}

export function toUpload(bytes: Uint8Array, mimeType = 'image/jpeg'): Upload {
  return { data: Buffer.from(bytes).toString('base64'), mimeType };
}

export interface Customer extends Person {
  send<Body = AnyBody>(path: string, sent?: Sent): Promise<Answer<Body>>;
  /** Answers when the preview is ready or has failed. */
  generate(order?: PreviewOrder, headers?: Record<string, string>): Promise<Answer<AnyBody>>;
  /** Answers immediately. */
  startPreview(order?: PreviewOrder): Promise<GenerationResult>;
  /** Makes a preview that can be unlocked. */
  preview(order?: PreviewOrder): Promise<GenerationResult>;
  /** Sends a photo as a form; answers with its id. */
  upload(bytes: Uint8Array, more?: { name?: string; type?: string }): Promise<Answer<AnyBody>>;
  generation(id: string): Promise<GenerationResult>;
  unlock(
    generation: Pick<GenerationResult, 'recipe'>,
    finalSize?: FinalSize,
    headers?: Record<string, string>,
  ): Promise<Answer<AnyBody>>;
  /** Buys a text. */
  unlockText(
    generation: Pick<GenerationResult, 'generationId' | 'modelId'>,
  ): Promise<Answer<AnyBody>>;
  cancel(generationId: string): Promise<Answer<AnyBody>>;
  remove(generationId: string): Promise<Answer<AnyBody>>;
  wallet(): Promise<WalletSummary>;
  events(query?: string): Promise<WalletEventPage>;
}

export const respondAsync = { prefer: 'respond-async' };

/** A user who signed up by phone and has the bonus of ₹250. */
export async function createCustomer(
  stack: { readonly apiUrl: string },
  account?: CreateUserRequest,
): Promise<Customer> {
  return asCustomer(stack, await createPerson({ apiUrl: stack.apiUrl, account }));
}

export function asCustomer(stack: { readonly apiUrl: string }, person: Person): Customer {
  const sendAs = <Body = AnyBody>(path: string, sent: Sent = {}) =>
    send<Body>(stack.apiUrl + path, { ...sent, headers: { ...person.headers, ...sent.headers } });
  const read = async <Body>(path: string): Promise<Body> => {
    const { status, body } = await sendAs<Body>(path);
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const generate = (order: PreviewOrder = {}, headers?: Record<string, string>) =>
    sendAs('/api/generate', { json: previewOrder(order), headers });
  return {
    ...person,
    send: sendAs,
    generate,
    async startPreview(order) {
      const { status, body } = await generate(order, respondAsync);
      if (status !== 202) throw new Error(`generate: ${status} ${JSON.stringify(body)}`);
      return body;
    },
    async preview(order) {
      const { status, body } = await generate(order);
      if (status !== 200) throw new Error(`generate: ${status} ${JSON.stringify(body)}`);
      return body;
    },
    upload(bytes, { name = 'photo.jpg', type = 'image/jpeg' } = {}) {
      const form = new FormData();
      form.set('image', new File([new Uint8Array(bytes)], name, { type }));
      return sendAs('/api/upload', { raw: form });
    },
    generation: (id) => read(`/api/generation?id=${id}`),
    unlock: ({ recipe }, finalSize = 1024, headers) =>
      sendAs('/api/unlock-image', { json: { recipe, finalSize }, headers }),
    unlockText: ({ generationId, modelId }) =>
      sendAs('/api/unlock', { json: { generationId, modelId } }),
    cancel: (generationId) => sendAs('/api/cancel-generation', { json: { generationId } }),
    remove: (generationId) => sendAs(`/api/generation?id=${generationId}`, { method: 'DELETE' }),
    wallet: () => read('/api/wallet'),
    events: (query = '') => read(`/api/wallet/events${query}`),
  };
}

/** A unique prompt, because the sandbox counts by prompt. */
export function somePrompt(marker = ''): string {
  return `a blue kite over a market ${randomBytes(4).toString('hex')} ${marker}`.trim();
}

export function previewOrder({
  prompt = somePrompt(),
  provider = 'google',
  quality = 'quality',
  mode = 'image',
  aspectRatio = mode === 'image' ? '1:1' : undefined,
  ...input
}: PreviewOrder = {}): Record<string, unknown> {
  const order = { prompt, language: 'en', mode, provider, quality, previewMax: 256 };
  return { ...order, ...(aspectRatio && { aspectRatio }), ...input };
}
