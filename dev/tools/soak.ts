// `npm run soak [-- names]`: runs the long forms of suites, one after another. A variable that the shell
// sets takes precedence, so `LEDGER_TORTURE=500 npm run soak -- torture` is longer still.
// `npm run soak -- --short`: the short forms of those that `npm test` leaves out, in minutes.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../local/places.ts';
import { chooseSoaks, type Soak } from './soaks.ts';
import { complain, describe, say } from '../local/steps.ts';
import { endStopRequests, onStopRequest } from '../local/stopping.ts';

let running: ChildProcess | undefined;
let isStopping = false;
onStopRequest((signal) => {
  isStopping = true;
  running?.send({ stop: signal });
});

try {
  const failed: string[] = [];
  for (const soak of chooseSoaks(process.argv.slice(2))) {
    say(`\n== ${soak.name}`);
    if ((await run(soak)) !== 0) failed.push(soak.name);
    if (isStopping) process.exit(130);
  }
  say(failed.length === 0 ? '\nEvery soak passed.' : `\nFailed: ${failed.join(', ')}.`);
  process.exitCode = failed.length === 0 ? 0 : 1;
} catch (error) {
  complain(describe(error));
  process.exitCode = 2;
}
endStopRequests();

function run({ env, tests }: Soak): Promise<number> {
  return new Promise((done, fail) => {
    running = spawn(process.execPath, [join(root, 'dev', 'local', 'test.ts'), ...tests], {
      cwd: root,
      env: { ...env, ...process.env },
      // `npm test` ends when this channel closes, however this process ends.
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    });
    running.once('error', fail);
    running.once('exit', (code) => done(code ?? 1));
  });
}
