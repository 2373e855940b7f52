// Started by queue.test.ts as a separate process: takes one job and never ends it.
import { createJobWorker } from '../queue.ts';

createJobWorker({
  place: { url: process.env['QUEUE_URL']!, prefix: process.env['QUEUE_PREFIX']! },
  concurrency: 1,
  tasksAtOnce: 1,
  lockMs: 1_000,
  process: () => {
    process.send?.({ ready: true });
    return new Promise(() => {});
  },
  failed: (error) => console.error(error),
});
