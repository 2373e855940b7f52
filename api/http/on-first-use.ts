import type { RequestHandler } from 'express';

/** Pages that few processes are ever asked for: `load` is called for the first request, not at the start. */
export function onFirstUse(load: () => Promise<RequestHandler>): RequestHandler {
  let loading: Promise<RequestHandler> | undefined;
  return async (request, response, next) => {
    loading ??= load();
    (await loading)(request, response, next);
  };
}
