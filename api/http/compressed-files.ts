/** Sends the copies that the client's build has compressed, where a browser takes them. */
import { existsSync } from 'node:fs';
import { join, normalize } from 'node:path';
import type { Request, RequestHandler, Response } from 'express';

const suffixes = { br: '.br', gzip: '.gz' } as const;
/** The smallest first. */
const encodings = ['br', 'gzip'] as const;

/**
 * The suffix of the smallest copy of `file` that may be sent, or ''. Says in the response's headers
 * what is sent, and that it depends on what was asked for.
 */
function chooseCopy(request: Request, response: Response, file: string): string {
  response.vary('Accept-Encoding');
  // One after the other: asked for both at once it takes the browser's order, which says nothing.
  const accepted = encodings.find((each) => request.acceptsEncodings(each) === each);
  if (!accepted) return '';
  const suffix = suffixes[accepted];
  if (!existsSync(file + suffix)) return '';
  response.type(file.slice(file.lastIndexOf('.'))).set('Content-Encoding', accepted);
  return suffix;
}

/** Before `express.static` of the same folder, which then finds the copy. */
export function preferCompressed(folder: string): RequestHandler {
  return (request, response, next) => {
    const path = normalize(request.path);
    // A range counts bytes of the file as it is.
    const isPlain = /^[\w./-]+\.\w+$/.test(path) && !request.headers.range;
    if (isPlain && !/\.(br|gz)$/.test(path)) {
      request.url = path + chooseCopy(request, response, join(folder, path));
    }
    next();
  };
}
