/**
 * A stand-in that implements the OpenAI API, closely enough that the real SDK works with it. Under the name of
 * another API (`/sarvam/v1`), it serves texts as a compatible server, which refuses OpenAI's own parameters.
 */
import { randomUUID } from 'node:crypto';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { bodyLimit, isTooLarge, listen } from './http.ts';
import {
  invalidValue,
  missingKey,
  toOpenAiError,
  serverError,
  tooLarge,
  unknownUrl,
} from './openai-errors.ts';
import { answerChat } from './openai-chat.ts';
import { serveListing, type Listing } from './listing.ts';
import { answerEdit, answerGeneration } from './openai-images.ts';
import { answerModeration } from './openai-moderation.ts';
import { sendError, toListed } from './openai-wire.ts';

const madeAt = 1785542400;

function listed(api: string, { hidden, added, shutdown }: Listing) {
  const all = [
    ...toListed(api),
    ...added.map((id) => ({ id, created: madeAt, shutdown_date: null })),
  ];
  return all
    .filter(({ id }) => !hidden.includes(id))
    .map(({ id, created, shutdown_date: ends }) => ({
      id,
      object: 'model',
      created,
      owned_by: 'system',
      shutdown_date: shutdown[id] ?? ends,
    }));
}

/** The API of another provider that the path begins with, which is compatible. */
const toApi = ({ params }: Request): string => String(params['api'] ?? 'openai');

function openAiApp(latencyMs: number): Express {
  const app = express();
  app.disable('x-powered-by');
  const listing = serveListing(app);
  app.use((request, response, next) => {
    response.set({
      'x-request-id': `req_${randomUUID().replaceAll('-', '')}`,
      'openai-version': '2020-10-01',
    });
    if (/^Bearer \S+/.test(request.get('authorization') ?? '')) next();
    else sendError(response, missingKey);
  });
  const json = express.json({ limit: bodyLimit });
  const multipart = express.raw({ limit: bodyLimit, type: 'multipart/form-data' });
  app.get(['/v1/models', '/:api/v1/models'], (request, response) => {
    const { refuses } = listing.current;
    if (refuses === 'down') return response.destroy();
    const refusal = refuses && toOpenAiError(refuses, 'text', '');
    if (refusal) return sendError(response, refusal);
    response.json({ object: 'list', data: listed(toApi(request), listing.current) });
  });
  app.post(['/v1/chat/completions', '/:api/v1/chat/completions'], json, (request, response) =>
    answerChat(request, response, { api: toApi(request), latencyMs }),
  );
  app.post('/v1/moderations', json, answerModeration);
  app.post('/v1/images/generations', json, (request, response) =>
    answerGeneration(request, response, latencyMs),
  );
  app.post('/v1/images/edits', multipart, (request, response) =>
    answerEdit(request, response, latencyMs),
  );
  app.use((request, response) => {
    sendError(response, unknownUrl(request.method, request.path));
  });
  app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    if (response.headersSent) response.destroy();
    else if (isTooLarge(error)) sendError(response, tooLarge);
    else if (error instanceof SyntaxError)
      sendError(
        response,
        invalidValue('body', 'We could not parse the JSON body of your request.'),
      );
    else {
      console.error('OpenAI sandbox:', error);
      sendError(response, serverError);
    }
  });
  return app;
}

/** `url` ends in /v1: it is an SDK's `baseURL`. */
export async function startOpenAiSandbox(
  options: { port?: number; latencyMs?: number } = {},
): Promise<{ url: string; close(): Promise<void> }> {
  const { url, close } = await listen(openAiApp(options.latencyMs ?? 0), options.port ?? 0);
  return { url: `${url}/v1`, close };
}
