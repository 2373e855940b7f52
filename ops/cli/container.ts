// The entry point of the containers of docker-compose.yml: `api`, `worker`, or an operator's tool. If the
// demo profile's stand-ins run and no keys are set, the container is part of the demo.
import { readFileVariables } from '@sachet/shared/configuration/file-variables';
import { formatProblems } from '@sachet/shared/configuration/setup-problem';
import { readText } from './environment.ts';
import { checkForDemo, demoEnvironment, findKeys } from './demo-environment.ts';

const programs: Record<string, () => Promise<unknown>> = {
  api: () => import('../../api/main.ts'),
  worker: () => import('../../worker/main.ts'),
  db: () => import('./db.ts'),
  pictures: () => import('./pictures.ts'),
  ledger: () => import('./ledger.ts'),
  admin: () => import('./admin.ts'),
  doctor: () => import('./doctor.ts'),
  backup: () => import('../backup/main.ts'),
};

const [name = ''] = process.argv.splice(2, 1);
const run = programs[name];
if (!run) {
  console.error(`usage: ${Object.keys(programs).join(' | ')} [arguments]`);
  process.exit(2);
}
const files = readFileVariables(process.env, readText);
if (files.problems.length > 0) {
  console.error(`The secrets' files cannot be used:\n${formatProblems(files.problems)}`);
  process.exit(78);
}
for (const name of Object.keys(process.env))
  if (!(name in files.variables)) delete process.env[name];
Object.assign(process.env, files.variables);
const keys = findKeys(process.env);
// A backup has no keys and asks no provider.
const mayBeDemo = name !== 'backup';
if (mayBeDemo && (await checkForDemo({ patient: keys.length === 0 }))) {
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
