/** Receives finance's CSV files: streams each to disk, one at a time. The worker compares their days afterwards. */
import { PassThrough, type Readable } from 'node:stream';
import type { Request } from 'express';
import type { SettlementFileRefusal } from '@sachet/shared/finance/contracts/admin-settlements';
import type { Dependencies } from '../dependencies.ts';
import type { Caller } from '../identity/caller.ts';
import { toAdminApplicant } from '../limits/resources.ts';
import { Refusal } from '../http/refusal.ts';

/** The size of a million rows of the dashboard's export. */
const fileBytesMax = 512 * 1024 * 1024;
/** @throws {Refusal} while another file is read, for a body that is not CSV, and for more than 512 MB. */
export async function receiveCsv<T>(
  {
    deps: { images, resources },
    caller,
    request,
  }: { deps: Pick<Dependencies, 'images' | 'resources'>; caller: Caller; request: Request },
  work: (path: string) => Promise<T>,
): Promise<T> {
  if (!request.is('text/csv')) {
    throw new Refusal('unsupported_media_type', 'Send a CSV file with Content-Type: text/csv.');
  }
  const who = toAdminApplicant(caller, request);
  return resources.files.run(who, undefined, () => images.receive(limitBytes(request), work));
}

function limitBytes(request: Request): Readable {
  const limited = new PassThrough();
  let received = 0;
  request.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received <= fileBytesMax) return;
    request.unpipe(limited);
    limited.destroy(new Refusal('payload_too_large', 'This file is larger than 512 MB.'));
  });
  // A sender that disconnects early leaves half a file, which must not be imported as a whole one.
  request.once('close', () => {
    if (!request.complete)
      limited.destroy(new Refusal('invalid', 'The upload was interrupted. Send the file again.'));
  });
  return request.pipe(limited);
}

type Problems = SettlementFileRefusal['problems'];

const problemsShown = 100;

export const toFileRefusal = (
  problems: Readonly<Problems>,
  problemCount = problems.length,
): SettlementFileRefusal => ({
  error: `Nothing was imported. Invalid lines: ${problemCount}.`,
  code: 'invalid',
  problems: problems.slice(0, problemsShown),
  problemCount,
});
