/** `POST /v1/moderations`: a prompt with `[[moderate:violence]]` is flagged for violence. */
import type { Request, Response } from 'express';
import { randomUUID } from 'node:crypto';
import { flaggedIn } from './markers.ts';
import { toOpenAiError } from './openai-errors.ts';
import { sendError } from './openai-wire.ts';

const categories = ['harassment', 'hate', 'self-harm', 'sexual', 'sexual/minors', 'violence'];

export function answerModeration(request: Request, response: Response): void {
  const { input, model } = (request.body ?? {}) as { input?: unknown; model?: unknown };
  const flagged = flaggedIn(String(input ?? ''));
  if (flagged.includes('401')) return sendError(response, toOpenAiError('key', 'text', '')!);
  const is = Object.fromEntries(categories.map((name) => [name, flagged.includes(name)]));
  const scores = Object.fromEntries(
    categories.map((name) => [name, flagged.includes(name) ? 0.97 : 0.0001]),
  );
  response.json({
    id: `modr-${randomUUID()}`,
    model: model ?? 'omni-moderation-latest',
    results: [{ flagged: flagged.length > 0, categories: is, category_scores: scores }],
  });
}
