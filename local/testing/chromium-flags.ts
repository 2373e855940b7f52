/** Of every Chromium that tests start. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Nothing runs for long enough to be worth the last of V8's compilers.
  '--js-flags=--no-turbofan',
  // Frames of other origins, as the payment sheet, are drawn in the page's process: on a busy machine
  // the browser loses input on its way to another one, or waits for its answer for ever.
  '--disable-site-isolation-trials',
  // Nothing may leave this machine: a name that is not ours is not even looked up.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];
