/** The attackers run in their own thread, so that they do not delay the paying clients. */
import { parentPort, workerData } from 'node:worker_threads';
import { attackUntil, type Attack, type Tally } from './attackers.ts';

const stop = new AbortController();
parentPort!.once('message', () => stop.abort());
const tally: Tally = new Map();
await attackUntil(workerData as Attack, stop.signal, tally);
parentPort!.postMessage(tally);
// Slow uploads do not end by themselves.
process.exit();
