// Loaded before every child of ours: when the parent is gone, even by kill -9, the child ends too.
const patience_ms = 5_000;

process.once('disconnect', () => {
  setTimeout(() => process.exit(1), patience_ms).unref();
  // Through the signal, so that the program's own orderly stop runs when it has one.
  process.kill(process.pid, 'SIGTERM');
});
process.channel?.unref();
