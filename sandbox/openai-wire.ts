/** The models of the OpenAI stand-in and the shape of its refusals. */
import type { Response } from 'express';
import { invalidValue, modelNotFound, type OpenAiError } from './openai-errors.ts';

type Model = { wants: 'text' | 'image' | 'embedding'; premium: boolean; created: number };

/** Only the listed models can be used. */
export const openAiModels: Record<string, Model> = {
  'gpt-5.2': { wants: 'text', premium: true, created: 1765238400 },
  'gpt-5-mini': { wants: 'text', premium: false, created: 1754524800 },
  'gpt-image-2': { wants: 'image', premium: true, created: 1776816000 },
  'gpt-image-1-mini': { wants: 'image', premium: false, created: 1759795200 },
  'text-embedding-3-small': { wants: 'embedding', premium: false, created: 1705948997 },
};

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
): (Model & { id: string }) | null {
  const model = typeof id === 'string' ? openAiModels[id] : undefined;
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
