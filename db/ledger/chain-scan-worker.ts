/** One thread's share of a scan. */
import { parentPort, workerData } from 'node:worker_threads';
import { scanShare, type Share } from './scan-share.ts';

const done = await scanShare(workerData as Share, (events) => parentPort!.postMessage({ events }));
parentPort!.postMessage({ done });
