/** Progress of long work: one line that rewrites itself on a terminal, a line now and then elsewhere. */
export function createProgress(err: NodeJS.WriteStream) {
  const everyMs = err.isTTY ? 100 : 5_000;
  let lastMs = Date.now();
  let written = false;
  return {
    show(step: string, done: number, total: number): void {
      if (Date.now() - lastMs < everyMs) return;
      lastMs = Date.now();
      const percent = total > 0 ? ` ${Math.min(100, Math.floor((100 * done) / total))} %` : '';
      const line = `${step}: ${done.toLocaleString('en-IN')} of ${total.toLocaleString('en-IN')}${percent}`;
      err.write(err.isTTY ? `\r\u001b[2K${line}` : `${line}\n`);
      written = true;
    },
    done(): void {
      if (written && err.isTTY) err.write('\r\u001b[2K');
    },
  };
}
