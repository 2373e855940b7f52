/** Sends pictures from its own process, so that the cost of sending is not measured. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface AttackOptions {
  readonly apiUrl: string;
  readonly path: '/api/upload' | '/api/generate';
  /** A file with the body's headers in its first line, as JSON, and the body after it. */
  readonly file: string;
  /** Concurrent senders; they rotate through these users' headers. */
  readonly senders: number;
  readonly headers: readonly Record<string, string>[];
  /** Between pieces of 256 KiB. */
  readonly everyMs: number;
  /** Whether the connection is cut in the middle of each. */
  readonly cut: boolean;
}

export interface Attack {
  /** Stops it and returns how often each status was received. */
  stop(): Promise<Record<string, number>>;
}

export async function startAttack(options: AttackOptions): Promise<Attack> {
  const child = fork(fileURLToPath(new URL('attacker.ts', import.meta.url)), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = Promise.withResolvers<Record<string, number>>();
  child.once('message', (answers) => ended.resolve(answers as Record<string, number>));
  child.once('exit', (code) => ended.reject(new Error(`the attack ended with ${code}`)));
  ended.promise.catch(() => {});
  child.send(options);
  return {
    stop() {
      if (child.connected) child.send('stop');
      return ended.promise;
    },
  };
}
