import type { RequestHandler } from 'express';

/** Loads a rarely requested page at its first request, not at the start. */
export function onFirstUse(load: () => Promise<RequestHandler>): RequestHandler {
  let loading: Promise<RequestHandler> | undefined;
  return async (request, response, next) => {
    loading ??= load();
    (await loading)(request, response, next);
  };
}
