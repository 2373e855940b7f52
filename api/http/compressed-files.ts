/** Serves the compressed copies that the client's build has made, if the browser accepts them. */
import { existsSync } from 'node:fs';
import { join, normalize } from 'node:path';
import type { Request, RequestHandler, Response } from 'express';

const suffixes = { br: '.br', gzip: '.gz' } as const;
/** Ordered by the size of the compressed file, smallest first. */
const encodings = ['br', 'gzip'] as const;

/**
 * Returns the suffix of the smallest copy of `file` that the browser accepts, or ''. Sets the response's
 * `Content-Type`, `Content-Encoding` and `Vary` headers.
 */
function chooseCopy(request: Request, response: Response, file: string): string {
  response.vary('Accept-Encoding');
  // Checks one encoding after another, because `acceptsEncodings` with both would follow the browser's order,
  // which is not by size.
  const accepted = encodings.find((each) => request.acceptsEncodings(each) === each);
  if (!accepted) return '';
  const suffix = suffixes[accepted];
  if (!existsSync(file + suffix)) return '';
  response.type(file.slice(file.lastIndexOf('.'))).set('Content-Encoding', accepted);
  return suffix;
}

/** Runs before `express.static` of the same folder, which then finds the copy. */
export function preferCompressed(folder: string): RequestHandler {
  return (request, response, next) => {
    const path = normalize(request.path);
    // A range counts bytes of the uncompressed file.
    const isPlain = /^[\w./-]+\.\w+$/.test(path) && !request.headers.range;
    if (isPlain && !/\.(br|gz)$/.test(path)) {
      request.url = path + chooseCopy(request, response, join(folder, path));
    }
    next();
  };
}
