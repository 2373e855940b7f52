/** Flags of every Chromium that tests and benchmarks start. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Frames of other origins, such as the payment sheet, run in the page's process: on a busy machine the
  // browser loses input to another process, or waits for its answer forever.
  '--disable-site-isolation-trials',
  // Nothing may leave this machine: foreign names are not even resolved.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

/** Only for tests: nothing in them runs long enough to profit from the last of V8's compilers. */
export const testChromiumFlags = [...chromiumFlags, '--js-flags=--no-turbofan'];
