// Loaded before every child process: when the parent has ended, even by kill -9, the child ends too.
const patience_ms = 5_000;

process.once('disconnect', () => {
  setTimeout(() => process.exit(1), patience_ms).unref();
  // Emits the signal instead of sending it, because Windows has no signals. The program then stops in its own
  // order.
  if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(1);
});
process.channel?.unref();
