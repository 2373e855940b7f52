// The entry point of the containers of docker-compose.yml: `api`, `worker`, or an operator's tool. If the
// demo profile's stand-ins run and no keys are set, the container is part of the demo.
import { checkForDemo, demoEnvironment, findKeys } from './demo-environment.ts';

const programs: Record<string, () => Promise<unknown>> = {
  api: () => import('../api/main.ts'),
  worker: () => import('../worker/main.ts'),
  db: () => import('./db.ts'),
  ledger: () => import('./ledger.ts'),
  admin: () => import('./admin.ts'),
  doctor: () => import('./doctor.ts'),
};

const [name = ''] = process.argv.splice(2, 1);
const run = programs[name];
if (!run) {
  console.error(`usage: ${Object.keys(programs).join(' | ')} [arguments]`);
  process.exit(2);
}
const keys = findKeys(process.env);
if (await checkForDemo({ patient: keys.length === 0 })) {
  if (keys.length > 0) {
    console.error(
      'The demo profile does not use your own keys. Start without it, or clear these in .env and the shell:\n' +
        `- ${keys.join('\n- ')}`,
    );
    process.exit(78);
  }
  Object.assign(process.env, demoEnvironment(process.env));
}
await run();
