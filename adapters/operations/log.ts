import { pino, type Logger } from 'pino';
import { getRequestContext } from './request-context.ts';

/** A process's log: lines of JSON on its standard output. */
export function createLog(name: string, level: string): Logger {
  return pino({ name, level, mixin: () => getRequestContext() ?? {} });
}
