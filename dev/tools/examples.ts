// `npm run examples`: makes the pictures of the home page with the studio itself, on a temporary database
// with temporary accounts. Uses the providers whose keys `.env` has, and stand-ins for the others.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '@sachet/db/migrate';
import type { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import type { Language } from '@sachet/shared/contracts/vocabulary';
import { pictureProviders, type Provider, providerEntries } from '@sachet/shared/providers';
import sharp from 'sharp';
import { startChild } from '../local/children.ts';
import { startAuthEmulator } from '../local/emulator.ts';
import {
  childEnvironment,
  makePlan,
  type Plan,
  readOwnGiven,
  toStandInUrls,
} from '../../ops/cli/environment.ts';
import { createLifecycle } from '../local/lifecycle.ts';
import { localFolder, root, webFolder } from '../local/places.ts';
import { startPostgres } from '../local/postgres.ts';
import { removeReachableFolder } from '../local/postgres-account.ts';
import { localSecrets } from '../local/secrets.ts';
import { signInByPhone } from '../local/sign-in.ts';
import { complain, describe, Plain, say, step } from '../local/steps.ts';
import { endStopRequests, onStopRequest } from '../local/stopping.ts';

const folder = join(localFolder, `examples-${process.pid}`);
const home = join(root, 'web', 'src', 'examples');
/** The prompt in each language, and the resulting pictures. The English prompt is sent. */
const listFiles = ['examples.json', 'more-examples.json'].map((file) => join(home, file));
const pictureFolder = join(home, 'pictures');
const projectId = 'demo-sachet-examples';
const boughtSize = 1024;
/** In pixels: a phone shows a picture about 150 points wide, the top of the page on a desktop about 320. */
const widths = [192, 400, 640];

interface Example {
  id: string;
  prompt: Record<Language, string>;
  pictures: { provider: Provider; modelName: string; isDrawn: boolean }[];
}

const lifecycle = createLifecycle();
const end = async () => {
  await lifecycle.stopAll();
  removeReachableFolder(folder);
};
onStopRequest(() => void end().then(() => process.exit(130)));

try {
  await main();
} catch (error) {
  if (!lifecycle.isStopping()) complain(describe(error));
  process.exitCode = 1;
} finally {
  await end();
}
endStopRequests();

async function main(): Promise<void> {
  const given = readOwnGiven();
  // Only the providers' settings are taken from `.env`: our pictures must not be stored among users'
  // pictures.
  const names = pictureProviders.flatMap((provider) =>
    Object.values(providerEntries[provider].variables),
  );
  const plan = makePlan(Object.fromEntries(names.map((name) => [name, given[name]])));
  const { apiUrl, emulatorHost } = await step('Studio', () => startStudio(plan));
  rmSync(pictureFolder, { recursive: true, force: true });
  mkdirSync(pictureFolder, { recursive: true });
  const lists = listFiles.map((file) => JSON.parse(readFileSync(file, 'utf8')) as Example[]);
  for (const [index, example] of lists.flat().entries()) {
    await step(example.prompt.en, async () => {
      // The sign-up bonus pays for two pictures.
      const headers = await signUp(
        apiUrl,
        emulatorHost,
        `+9198765${String(index).padStart(5, '0')}`,
      );
      const results = await Promise.all(
        pictureProviders.map((provider) => buy({ apiUrl, headers, example, provider })),
      );
      example.pictures = results.map(({ provider, modelName }) => ({
        provider,
        modelName,
        isDrawn: plan.standIns.includes(providerEntries[provider].api),
      }));
    });
  }
  for (const [i, file] of listFiles.entries()) {
    writeFileSync(file, `${JSON.stringify(lists[i], null, 2)}\n`);
  }
  say(`\n  ${readdirSync(pictureFolder).length} files in ${pictureFolder}\n`);
}

async function startStudio(plan: Plan): Promise<{ apiUrl: string; emulatorHost: string }> {
  const logFile = (name: string) => join(folder, `${name}.log`);
  const [postgres, emulator, sandbox] = await Promise.all([
    lifecycle.start('database', () => startPostgres({ folder: join(folder, 'postgres') })),
    lifecycle.start('emulator', (signal) =>
      startAuthEmulator({ projectId, logFile: logFile('emulator'), signal }),
    ),
    lifecycle.start('sandbox', (signal) =>
      startChild<{ openaiUrl: string; geminiUrl: string }>({
        name: 'The sandbox',
        script: 'dev/sandbox/main.ts',
        env: { ...process.env, NODE_ENV: 'development' },
        logFile: logFile('sandbox'),
        signal,
      }),
    ),
  ]);
  await postgres.createDatabase('sachet');
  const database = { ownerUrl: postgres.ownerUrl('sachet'), appUrl: postgres.appUrl('sachet') };
  await migrate(database);
  const { openaiUrl, geminiUrl } = sandbox.ready;
  const secrets = localSecrets();
  const env = childEnvironment(
    plan,
    {
      database,
      firebase: { host: emulator.host, projectId },
      providerUrls: toStandInUrls(plan, { openai: openaiUrl, gemini: geminiUrl }),
    },
    {
      NODE_ENV: 'development',
      HOST: '127.0.0.1',
      PORT: '0',
      IMAGE_STORE: join(folder, 'images'),
      SIGNING_SECRET: secrets.signing,
      LEDGER_SIGNING_KEY: secrets.ledgerSigningKey,
      PUBLIC_URL: 'http://127.0.0.1:3000',
      WEB_FOLDER: webFolder,
      LOG_LEVEL: 'warn',
    },
  );
  const start = <Ready>(name: 'api' | 'worker') =>
    lifecycle.start('server', (signal) =>
      startChild<Ready>({
        name,
        script: `${name}/main.ts`,
        env,
        logFile: logFile(name),
        signal,
      }),
    );
  const [api] = await Promise.all([start<{ url: string }>('api'), start('worker')]);
  return { apiUrl: api.ready.url, emulatorHost: emulator.host };
}

type Headers = Record<string, string>;

async function signUp(apiUrl: string, emulatorHost: string, phone: string): Promise<Headers> {
  const { token } = await signInByPhone(emulatorHost, projectId, phone);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const account = { accountType: 'individual', firstName: 'Example', lastName: 'Maker' };
  await post(apiUrl, '/api/user', { headers, body: account });
  return headers;
}

async function buy(of: {
  apiUrl: string;
  headers: Headers;
  example: Example;
  provider: Provider;
}): Promise<GenerationResult> {
  const { apiUrl, headers, example, provider } = of;
  const preview = await post<GenerationResult>(apiUrl, '/api/generate', {
    headers,
    body: { prompt: example.prompt.en, mode: 'image', provider, quality: 'quality' },
  });
  const { generationId, recipe } = preview;
  const bought = await post<{ imageUrl: string }>(apiUrl, '/api/unlock-image', {
    headers,
    body: { recipe, finalSize: boughtSize },
  });
  const file = await fetch(new URL(bought.imageUrl, apiUrl));
  if (!file.ok) throw new Plain(`${bought.imageUrl}: ${file.status}`);
  await keep(`${example.id}-${provider}`, Buffer.from(await file.arrayBuffer()));
  const answer = await fetch(`${apiUrl}/api/generation?id=${generationId}`, { headers });
  return (await answer.json()) as GenerationResult;
}

/** Stores AVIF files for nearly all browsers, and one WebP for the others. */
async function keep(name: string, bytes: Buffer): Promise<void> {
  const at = (width: number) => sharp(bytes).resize(width);
  const path = (width: number, type: string) => join(pictureFolder, `${name}-${width}.${type}`);
  for (const width of widths) {
    await at(width).avif({ quality: 50, effort: 8 }).toFile(path(width, 'avif'));
  }
  const fallbackWidth = 400;
  await at(fallbackWidth).webp({ quality: 70, effort: 6 }).toFile(path(fallbackWidth, 'webp'));
}

async function post<Answer>(
  apiUrl: string,
  path: string,
  { headers, body }: { headers: Headers; body: object },
): Promise<Answer> {
  const answer = await fetch(apiUrl + path, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Plain(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}
