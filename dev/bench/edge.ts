/**
 * `npm run bench -- edge`: measures the overhead of the API's HTTP layer. Requests `GET /api/wallet` in turns
 * with a bare Express route that verifies the same token and makes one indexed query.
 */
import { Agent, get } from 'node:http';
import { parseArgs } from 'node:util';
import { signInByPhone } from '../local/sign-in.ts';
import { drive, findMedian, type Measured, type Step } from './load.ts';
import { getDatabaseUrl, number, say, sayMachine, stopOnSignal, toTarget } from './report.ts';
import { createProfile, withServers } from './servers.ts';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '3' },
  },
});
const callers = 32;
const load = { warmUpMs: 1_000, measureMs: 1_000 * Number(options.seconds) };

sayMachine();
const stack = await withServers(
  getDatabaseUrl('APP'),
  async ({ emulator, start, startSandbox }) => {
    const { env } = await startSandbox();
    const api = await start<{ url: string }>('api', env);
    const bare = await start<{ url: string }>('dev/bench/edge/bare', {});
    return { apiUrl: api.ready.url, bareUrl: bare.ready.url, emulator };
  },
);
stopOnSignal(stack);
const agent = new Agent({ keepAlive: true, maxSockets: callers });
try {
  const people = await signUp();
  const from = (url: string): Step[] => people.map((headers) => () => ask(url, headers));
  const routes = {
    'a bare route': from(`${stack.bareUrl}/wallet`),
    'GET /api/wallet': from(`${stack.apiUrl}/api/wallet`),
  };
  type Name = keyof typeof routes;
  const names = Object.keys(routes) as Name[];
  const found = new Map<Name, Measured[]>(names.map((name) => [name, []]));
  for (let round = 0; round < Number(options.rounds); round += 1) {
    for (const name of names) found.get(name)!.push(await drive(routes[name], load));
  }
  const medianOf = (name: Name) => findMedian(found.get(name)!);
  say(`\n${options.rounds} rounds of ${options.seconds} s in turns, ${callers} callers, medians\n`);
  say('| route | requests/s | p50 ms | p99 ms |');
  say('|---|---:|---:|---:|');
  for (const name of names) {
    const { eventsPerSecond, p50Ms, p99Ms } = medianOf(name);
    say(`| ${name} | ${number(eventsPerSecond)} | ${number(p50Ms, 1)} | ${number(p99Ms, 1)} |`);
  }
  const ratio =
    medianOf('GET /api/wallet').eventsPerSecond / medianOf('a bare route').eventsPerSecond;
  say('\n## Targets\n');
  say(toTarget('GET /api/wallet at least 0.5 times a bare route', ratio >= 0.5, number(ratio, 2)));
} finally {
  agent.destroy();
  await stack.stop();
}

function signUp(): Promise<{ authorization: string }[]> {
  const { host, projectId } = stack.emulator;
  const signUpOne = async (_: unknown, i: number) => {
    const phone = `+9198124${String(i).padStart(5, '0')}`;
    const { token } = await signInByPhone(host, projectId, phone);
    return createProfile(stack.apiUrl, token);
  };
  return Promise.all(Array.from({ length: callers }, signUpOne));
}

/** Uses `node:http`, because `fetch` would take most of two cores from the servers. */
function ask(url: string, headers: { readonly authorization: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers }, (answer) => {
      answer.resume();
      answer.once('end', () => {
        if (answer.statusCode === 200) resolve();
        else reject(new Error(`${url}: ${answer.statusCode}`));
      });
    });
    request.once('error', reject);
  });
}
