import { join } from 'node:path';
import { type Child, startChild } from './children.ts';
import { freePort } from './ports.ts';

export interface EmulatorOptions {
  /** Keeps the accounts between runs. Without a folder they are deleted at the stop. */
  folder?: string;
  projectId: string;
  /** The preferred port: another free one is used when it is taken. */
  port?: number;
  logFile: string;
  signal?: AbortSignal;
}

export interface AuthEmulator {
  /** host:port, in the format of FIREBASE_AUTH_EMULATOR_HOST. */
  host: string;
  port: number;
  child: Child;
  stop(): Promise<void>;
}

export async function startAuthEmulator(options: EmulatorOptions): Promise<AuthEmulator> {
  const wished = await freePort(options.port);
  const args = ['--project', options.projectId, '--port', String(wished)];
  if (options.folder) args.push('--accounts', join(options.folder, 'accounts.json'));
  const child = await startChild<{ port: number }>({
    name: 'The Firebase Auth emulator',
    script: 'dev/sandbox/auth-emulator.ts',
    args,
    logFile: options.logFile,
    signal: options.signal,
  });
  const { port } = child.ready;
  return { host: `127.0.0.1:${port}`, port, child, stop: child.stop };
}
