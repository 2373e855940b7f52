// Loaded before every child process: when the parent has ended, even by kill -9, the child ends too.
const patience_ms = 5_000;

process.once('disconnect', () => {
  setTimeout(() => process.exit(1), patience_ms).unref();
  // Like a signal, also on Windows, which has none: the program's own orderly stop runs.
  if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(1);
});
process.channel?.unref();
