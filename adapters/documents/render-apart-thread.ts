/** The thread in which PDFs are made (`render-apart.ts`). */
import { parentPort } from 'node:worker_threads';
import { renderPdf } from './pdf.ts';
import type { Order, Rendered } from './render-apart.ts';

parentPort!.on('message', ({ id, document, publicUrl }: Order) => {
  const send = (rendered: Rendered) => parentPort!.postMessage(rendered);
  renderPdf(document, publicUrl).then(
    (bytes) => send({ id, bytes }),
    (error: unknown) => send({ id, error: error instanceof Error ? error.message : String(error) }),
  );
});
