// The Firebase Auth emulator, as a small program around the app of `firebase-tools`. Without the command line
// of `firebase-tools`, it starts in a third of the time, makes no network requests and writes no debug logs
// into the clone, and its accounts can be stored.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';
import { loadAccounts, saveAccounts } from './auth-accounts.ts';

const { values } = parseArgs({
  options: {
    project: { type: 'string', default: 'demo-sachet' },
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '0' },
    accounts: { type: 'string' },
  },
});

/**
 * Every path compiles validators at the start, which takes nearly all of the start's time. The paths listed
 * here are for tenants, other identity providers, second factors and passkeys, which the product does not
 * use.
 */
const unusedPaths =
  /\/tenants|IdpConfigs|[sS]amlConfigs|\/accounts\/(mfa|passkey)|GameCenter|issueSaml|verifyIosClient/;

const require = createRequire(import.meta.url);
const { paths } = require('firebase-tools/lib/emulator/auth/apiSpec').default;
for (const path of Object.keys(paths)) {
  if (unusedPaths.test(path)) delete paths[path];
}
const { createApp, SingleProjectMode } = {
  ...require('firebase-tools/lib/emulator/auth/server'),
  ...require('firebase-tools/lib/emulator/auth'),
};
const { AgentProjectState } = require('firebase-tools/lib/emulator/auth/state');

const state = new AgentProjectState(values.project);
if (values.accounts) loadAccounts(values.accounts, state);

const app = await createApp(
  values.project,
  SingleProjectMode.NO_WARNING,
  new Map([[values.project, state]]),
);
const server = createServer(app);
// By default a connection that is idle for 5 s is closed, which may race with the next request.
server.keepAliveTimeout = 75_000;
server.listen(Number(values.port), values.host);
await once(server, 'listening');

let dirty: NodeJS.Timeout | undefined;
const save = () => {
  clearTimeout(dirty);
  dirty = undefined;
  if (values.accounts) saveAccounts(values.accounts, state);
};
server.on('request', (request, response) => {
  if (request.method === 'GET' || request.method === 'OPTIONS') return;
  response.on('finish', () => (dirty ??= setTimeout(save, 50)));
});
process.once('SIGTERM', () => {
  save();
  process.exit(0);
});

const address = server.address();
process.send?.({ ready: true, port: typeof address === 'object' ? address?.port : 0 });
