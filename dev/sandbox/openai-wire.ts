/** The models of the OpenAI stand-in and the shape of its refusals. */
import type { Response } from 'express';
import type { Listing } from './listing.ts';
import listedModels from './listed-models.json' with { type: 'json' };
import { invalidValue, modelNotFound, type OpenAiError } from './openai-errors.ts';

type Wants = 'text' | 'image' | 'embedding' | 'other';
type Model = { wants: Wants; premium: boolean; created: number };

const other = /-pro(-|$)|codex|transcribe|realtime|audio|live|tts|whisper|moderation/;
const cheap = /mini|nano|luna|flare/;

function toWants(id: string): Wants {
  if (other.test(id)) return 'other';
  if (id.includes('embedding')) return 'embedding';
  return id.includes('image') ? 'image' : 'text';
}

type Listed = { id: string; created: number; shutdown_date: string | null };

/** The models of a provider with this API: OpenAI, or one whose API is compatible. */
export const toListed = (api: string): readonly Listed[] =>
  (listedModels as unknown as Record<string, Listed[]>)[api] ?? [];

const hasEnded = (day: string | null) => day !== null && Date.parse(day) <= Date.now();

/** Only listed models that have not ended can be used. */
function findModel(api: string, id: string, { shutdown }: Listing): Model | undefined {
  const listed = toListed(api).find((model) => model.id === id);
  if (!listed || hasEnded(shutdown[id] ?? listed.shutdown_date)) return undefined;
  return { wants: toWants(id), premium: !cheap.test(id), created: listed.created };
}

export function sendError(response: Response, { status, headers, error }: OpenAiError): void {
  response
    .status(status)
    .set(headers ?? {})
    .json({ error });
}

/** The requested model, or null after answering that it does not exist. */
export function modelFor(
  response: Response,
  id: unknown,
  wants: 'text' | 'image',
  api = 'openai',
): (Model & { id: string }) | null {
  const listing = response.app.locals.listing as { current: Listing };
  const model = typeof id === 'string' ? findModel(api, id, listing.current) : undefined;
  if (typeof id !== 'string' || !id) {
    sendError(response, invalidValue('model', 'you must provide a model parameter'));
  } else if (!model) {
    sendError(response, modelNotFound(id));
  } else if (model.wants !== wants) {
    const message = `The model '${id}' does not support this endpoint.`;
    sendError(response, invalidValue('model', message));
  } else {
    return { ...model, id };
  }
  return null;
}
