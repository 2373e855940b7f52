/** A stand-in that implements the Gemini API, under both /v1 and /v1beta. */
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { answerContent } from './gemini-content.ts';
import {
  toGeminiError,
  internal,
  invalidArgument,
  invalidKey,
  modelNotFound,
  tooLarge,
  unknownPath,
} from './gemini-errors.ts';
import { findModel, sendError } from './gemini-wire.ts';
import listedModels from './listed-models.json' with { type: 'json' };
import { bodyLimit, isTooLarge, listen } from './http.ts';
import { serveListing, type Listing } from './listing.ts';

const maxPageSize = 1000;
const usualPageSize = 50;

function describe({
  name,
  displayName,
  supportedGenerationMethods,
}: (typeof listedModels.gemini)[number]) {
  return {
    name,
    version: '001',
    displayName,
    description: `${displayName} (a local stand-in)`,
    inputTokenLimit: 1_048_576,
    outputTokenLimit: 65_536,
    supportedGenerationMethods,
  };
}

function listModels(
  request: Request,
  response: Response,
  { hidden, added, refuses }: Listing,
): void {
  if (refuses === 'down') return void response.destroy();
  const refusal = refuses && toGeminiError(refuses, '');
  if (refusal) return sendError(response, refusal);
  const pageSize = Math.min(
    maxPageSize,
    Number(request.query.pageSize ?? usualPageSize) || usualPageSize,
  );
  const token = String(request.query.pageToken ?? '');
  const start = token ? Number(Buffer.from(token, 'base64url').toString().replace('from:', '')) : 0;
  const others = added.map((id) => ({
    name: `models/${id}`,
    displayName: id,
    supportedGenerationMethods: ['generateContent', 'countTokens'],
  }));
  const models = [...listedModels.gemini, ...others]
    .filter(({ name }) => !hidden.includes(name.replace('models/', '')))
    .map(describe);
  if (!Number.isInteger(start) || start < 0 || pageSize < 1) {
    return sendError(response, invalidArgument('Page token is invalid.'));
  }
  const end = start + pageSize;
  response.json({
    models: models.slice(start, end),
    ...(end < models.length && { nextPageToken: Buffer.from(`from:${end}`).toString('base64url') }),
  });
}

/** Express reads `:` in a path as a parameter, so the method is cut off here. */
async function answerModel(request: Request, response: Response, latencyMs: number): Promise<void> {
  const [id = '', method] = String(request.params.target).split(':');
  const model = findModel(id);
  if (!model) return sendError(response, modelNotFound(id));
  if (method !== 'generateContent' && method !== 'streamGenerateContent') {
    return sendError(response, unknownPath(request.path));
  }
  if (model.wants === 'other') return sendError(response, modelNotFound(id));
  await answerContent(request, response, {
    id,
    wants: model.wants,
    premium: model.premium,
    streamed: method === 'streamGenerateContent',
    latencyMs,
  });
}

function geminiApp(latencyMs: number): Express {
  const app = express();
  app.disable('x-powered-by');
  const listing = serveListing(app);
  app.use((request, response, next) => {
    if (request.get('x-goog-api-key') || request.query.key) next();
    else sendError(response, invalidKey);
  });
  app.use(express.json({ limit: bodyLimit }));
  app.get('/:version/models', (request, response) =>
    listModels(request, response, listing.current),
  );
  app.post('/:version/models/:target', (request, response) =>
    answerModel(request, response, latencyMs),
  );
  app.use((request, response) => {
    sendError(response, unknownPath(request.path));
  });
  app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    if (response.headersSent) response.destroy();
    else if (isTooLarge(error)) sendError(response, tooLarge);
    else if (error instanceof SyntaxError)
      sendError(response, invalidArgument('Invalid JSON payload received.'));
    else {
      console.error('Gemini sandbox:', error);
      sendError(response, internal);
    }
  });
  return app;
}

/** `url` is an SDK's `httpOptions.baseUrl`, without a version. */
export function startGeminiSandbox(
  options: { port?: number; latencyMs?: number } = {},
): Promise<{ url: string; close(): Promise<void> }> {
  return listen(geminiApp(options.latencyMs ?? 0), options.port ?? 0);
}
