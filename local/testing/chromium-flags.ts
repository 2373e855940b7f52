/** Of every Chromium that tests and benchmarks start. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Frames of other origins, as the payment sheet, are drawn in the page's process: on a busy machine
  // the browser loses input on its way to another one, or waits for its answer for ever.
  '--disable-site-isolation-trials',
  // Nothing may leave this machine: a name that is not ours is not even looked up.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

/** Of those of tests: nothing in them runs for long enough to be worth the last of V8's compilers. */
export const testChromiumFlags = [...chromiumFlags, '--js-flags=--no-turbofan'];
