import { authorization } from './client';
import { ApiFailure } from './failure';

export interface Download {
  readonly name: string;
  readonly file: Blob;
}

/** A file of the API under the name that it gives. Fetched, since a link carries no token. Throws `ApiFailure`. */
export async function download(path: string, fallbackName: string): Promise<Download> {
  const answer = await orCutOff(authorization().then((headers) => fetch(path, { headers })));
  if (!answer.ok) {
    const { failureOf } = await import('./answers');
    throw failureOf(answer.status, await answer.json().catch(() => null));
  }
  const name = /filename="([^"]+)"/.exec(answer.headers.get('Content-Disposition') ?? '')?.[1];
  return { name: name ?? fallbackName, file: await orCutOff(answer.blob()) };
}

async function orCutOff<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (thrown) {
    throw new ApiFailure({ message: String(thrown), status: 0 });
  }
}
