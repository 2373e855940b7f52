/**
 * Calls the handler when somebody wants us to end: a signal, the message `bootstrap.mjs` sends for a
 * signal of its own, or the end of `bootstrap.mjs`. One Ctrl-C may come several ways: it counts once.
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
  // A closed terminal must not end us half-way through an orderly stop.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
}

/** Nothing is left to be stopped: the channel to npm would keep a finished tool alive. */
export function endStopRequests(): void {
  process.removeAllListeners('disconnect');
  process.disconnect?.();
}
