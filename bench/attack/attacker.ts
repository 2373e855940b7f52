/** The attackers, in a thread of their own: what they do must not keep those who pay from asking. */
import { parentPort, workerData } from 'node:worker_threads';
import { attackUntil, type Attack, type Tally } from './attackers.ts';

const stop = new AbortController();
parentPort!.once('message', () => stop.abort());
const tally: Tally = new Map();
await attackUntil(workerData as Attack, stop.signal, tally);
parentPort!.postMessage(tally);
