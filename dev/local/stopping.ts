/**
 * Calls the handler when the process is asked to end: by a signal, by the message that `bootstrap.mjs` sends
 * for its own signals, or by the end of `bootstrap.mjs`. One Ctrl-C may arrive several ways, but counts once.
 */
export function onStopRequest(handler: (signal: NodeJS.Signals) => void): void {
  let asked = false;
  const ask = (signal: NodeJS.Signals) => {
    if (asked) return;
    asked = true;
    handler(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => ask(signal));
  }
  if (process.send) {
    process.on('message', (message: { stop?: NodeJS.Signals }) => {
      if (message.stop) ask(message.stop);
    });
    process.on('disconnect', () => ask('SIGHUP'));
    process.channel?.unref();
  }
  // A closed terminal must not end the process in the middle of an orderly stop.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
}

/** Call this when nothing is left to stop: otherwise the channel to npm keeps a finished tool alive. */
export function endStopRequests(): void {
  process.removeAllListeners('disconnect');
  process.disconnect?.();
}
