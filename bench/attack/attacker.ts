/** The attackers run in their own process, so that they do not delay the paying clients. */
import { once } from 'node:events';
import { attackUntil, type Attack, type Tally } from './attackers.ts';

const [attack] = (await once(process, 'message')) as [Attack];
const stop = new AbortController();
process.once('message', () => stop.abort());
const tally: Tally = new Map();
await attackUntil(attack, stop.signal, tally);
// Slow uploads do not end by themselves.
process.send!(tally, () => process.exit());
