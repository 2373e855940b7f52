/**
 * Runs work on images in child processes: only there does a decoder read bytes from outside, with a memory
 * limit and a deadline. A child that exceeds one of these limits is killed.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Operations, Order, Reply } from './process-image-child.ts';

/** Memory limit of one child. The largest accepted picture needs at most 420 MiB, in any format. */
const defaultMemoryMaxBytes = 480 * 1024 * 1024;
/** The slowest accepted picture takes some seconds of one core. */
const defaultDeadlineMs = 30_000;
/** V8 reserves this for code; it counts in the system's limit, RLIMIT_DATA, and is hardly used. */
const v8ReservesBytes = 600 * 1024 * 1024;
/** A child without work for this long ends and frees its memory. */
const idleMs = 60_000;
/**
 * Children of one server: as many as an API process decodes and draws at the same time, so that none of its
 * turns waits here, and total memory is bounded.
 */
const childrenMax = 3;

const program = fileURLToPath(new URL('./process-image-child.ts', import.meta.url));

const fonts = fileURLToPath(new URL('./fonts/fonts.conf', import.meta.url));

/** Idle children, the most recently used one last. */
const idle: { readonly child: ChildProcess; readonly timer: NodeJS.Timeout }[] = [];
const waiting: (() => void)[] = [];
let free = childrenMax;

const killed = { ok: false, reason: 'corrupt' } as const;
type Outcome<Name extends keyof Operations> = Awaited<ReturnType<Operations[Name]>> | typeof killed;

interface Limits {
  readonly signal?: AbortSignal | undefined;
  readonly deadlineMs?: number;
  readonly memoryMaxBytes?: number;
}

/**
 * Runs an operation of `processing.ts` or `mask.ts`. An image that takes too much memory or time is
 * `corrupt`. `signal` ends the work immediately; its reason is thrown. Throws what the operation throws.
 */
export async function processImage<Name extends keyof Operations>(
  name: Name,
  args: Parameters<Operations[Name]>,
  { signal, deadlineMs = defaultDeadlineMs, memoryMaxBytes = defaultMemoryMaxBytes }: Limits = {},
): Promise<Outcome<Name>> {
  if (free > 0) free -= 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    signal?.throwIfAborted();
    return (await runInChild(
      { name, args, memoryMaxBytes },
      { signal, deadlineMs },
    )) as Outcome<Name>;
  } finally {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  }
}

async function runInChild(
  order: Order,
  { signal, deadlineMs }: { signal: AbortSignal | undefined; deadlineMs: number },
): Promise<unknown> {
  const child = takeIdle() ?? startChild();
  const heard = new AbortController();
  const kill = () => child.kill('SIGKILL');
  const timer = setTimeout(kill, deadlineMs);
  signal?.addEventListener('abort', kill);
  setRef(child, true);
  try {
    // An error means that the child has ended: `exit` follows.
    child.send(order, () => {});
    const [reply, code] = await Promise.race([
      once(child, 'message', heard).then(([reply]) => [reply as Reply, null] as const),
      once(child, 'exit', heard).then(([code]) => [null, code as number | null] as const),
    ]);
    signal?.throwIfAborted();
    // The child was killed by a signal: by ours, or by the system's when memory ran out.
    if (!reply && code === null) return killed;
    if (!reply) throw new Error(`a process for images ended with code ${code}`);
    keepIdle(child);
    if ('error' in reply) throw new Error(reply.error);
    return reply.result;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', kill);
    heard.abort();
    setRef(child, false);
  }
}

/** The only variables that a child gets: the others contain secrets, which a decoder does not need. */
const passedOn = ['PATH', 'SystemRoot', 'NODE_COMPILE_CACHE'];

function startChild(): ChildProcess {
  const kibibytes = Math.ceil((defaultMemoryMaxBytes + v8ReservesBytes) / 1024);
  const shell = ['-c', `ulimit -d ${kibibytes}; exec "$0" "$@"`, process.execPath];
  const env = Object.fromEntries(passedOn.map((name) => [name, process.env[name]]));
  const child = fork(program, {
    ...(isWindows ? { execArgv: [] } : { execPath: '/bin/sh', execArgv: shell }),
    // Passes bytes without a conversion to JSON.
    serialization: 'advanced',
    // The first limits the memory that glibc keeps for each thread that has decoded a picture. With our fonts
    // only, text on a picture is the same on every machine.
    env: { ...env, MALLOC_ARENA_MAX: '2', FONTCONFIG_FILE: fonts },
  });
  // Requests and streams of the same machine have priority.
  if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  child.on('error', () => {});
  child.on('exit', () => forget(child));
  return child;
}

const isWindows = process.platform === 'win32';

function takeIdle(): ChildProcess | undefined {
  const last = idle.pop();
  clearTimeout(last?.timer);
  return last?.child;
}

function keepIdle(child: ChildProcess): void {
  const timer = setTimeout(() => {
    forget(child);
    child.disconnect();
  }, idleMs);
  idle.push({ child, timer: timer.unref() });
}

function forget(child: ChildProcess): void {
  const at = idle.findIndex((each) => each.child === child);
  if (at >= 0) clearTimeout(idle.splice(at, 1)[0]!.timer);
}

/** An idle child must not keep its parent from ending. */
function setRef(child: ChildProcess, isWorking: boolean): void {
  for (const handle of [child, child.channel]) {
    if (isWorking) handle?.ref();
    else handle?.unref();
  }
}
