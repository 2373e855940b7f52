// `npm run examples`: makes the examples of the home page in each language. A provider whose key `.env` has
// makes its pictures in the studio itself, on a temporary database with temporary accounts; those of the others
// are drawn (`example-pictures`).
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '@sachet/db/migrate';
import type { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import { Language } from '@sachet/shared/contracts/vocabulary';
import { pictureProviders, type PictureProvider, providerEntries } from '@sachet/shared/providers';
import sharp from 'sharp';
import { type Drawer, startDrawer } from './example-pictures/draw.ts';
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
const studio = join(root, 'web', 'src', 'features', 'studio');
const home = join(studio, 'examples');
/** The prompt in each language, and what made the pictures. */
const listFiles = ['examples.json', 'more-examples.json'].map((file) => join(home, file));
const pictureFolder = join(home, 'pictures');
const projectId = 'demo-sachet-examples';
const boughtSize = 1024;
/** In pixels: a phone shows a picture about 150 points wide, the top of the page on a desktop about 320. */
const widths = [320, 640];
const avif = { quality: 50, effort: 4 };

interface Example {
  id: string;
  prompt: Record<Language, string>;
  pictures: { provider: PictureProvider; modelName: string; isDrawn: boolean }[];
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
  const isDrawn = (provider: PictureProvider) =>
    plan.standIns.includes(providerEntries[provider].api);
  const bought = pictureProviders.filter((provider) => !isDrawn(provider));
  const drawn = pictureProviders.filter(isDrawn);
  const api = bought.length > 0 ? await step('Studio', () => startStudio(plan)) : null;
  const drawer = await lifecycle.start('server', startDrawer);
  rmSync(pictureFolder, { recursive: true, force: true });
  mkdirSync(pictureFolder, { recursive: true });
  const lists = listFiles.map((file) => JSON.parse(readFileSync(file, 'utf8')) as Example[]);
  for (const [index, example] of lists.flat().entries()) {
    await step(example.prompt.en, async () => {
      const names = api ? await buyAll({ ...api, example, index, providers: bought }) : {};
      const pictures = drawn.flatMap((provider) =>
        Language.options.map(async (language) => {
          const png = await drawer.draw(example.id, provider, language);
          await keep(`${example.id}-${provider}-${language}`, png);
        }),
      );
      await Promise.all(pictures);
      for (const picture of example.pictures) {
        picture.isDrawn = isDrawn(picture.provider);
        picture.modelName = names[picture.provider] ?? picture.modelName;
      }
    });
  }
  for (const [i, file] of listFiles.entries()) {
    writeFileSync(file, `${JSON.stringify(lists[i], null, 2)}\n`);
  }
  await writeBrandSample(drawer);
  say(`\n  ${readdirSync(pictureFolder).length} files in ${pictureFolder}\n`);
}

/** The picture on which the brand's page shows a kit. It has no words, because the kit adds them. */
async function writeBrandSample(drawer: Drawer): Promise<void> {
  const png = await drawer.drawScene('tiffin', 'google');
  await sharp(png)
    .avif(avif)
    .toFile(join(studio, 'brand', 'sample.avif'));
}

type Names = Partial<Record<PictureProvider, string>>;

/** Buys the pictures of an example in each language. @returns the models that made them */
async function buyAll(of: {
  apiUrl: string;
  emulatorHost: string;
  example: Example;
  index: number;
  providers: PictureProvider[];
}): Promise<Names> {
  const { apiUrl, emulatorHost, example, index, providers } = of;
  const names: Names = {};
  for (const [i, language] of Language.options.entries()) {
    // The sign-up bonus pays for two pictures.
    const number = index * Language.options.length + i;
    const phone = `+9198765${String(number).padStart(5, '0')}`;
    const headers = await signUp(apiUrl, emulatorHost, phone);
    const bought = await Promise.all(
      providers.map((provider) => buy({ apiUrl, headers, example, provider, language })),
    );
    for (const [at, provider] of providers.entries()) names[provider] = bought[at]!.modelName;
  }
  return names;
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
  provider: PictureProvider;
  language: Language;
}): Promise<GenerationResult> {
  const { apiUrl, headers, example, provider, language } = of;
  const preview = await post<GenerationResult>(apiUrl, '/api/generate', {
    headers,
    body: {
      prompt: example.prompt[language],
      language,
      mode: 'image',
      provider,
      quality: 'quality',
    },
  });
  const { generationId, recipe } = preview;
  const bought = await post<{ imageUrl: string }>(apiUrl, '/api/unlock-image', {
    headers,
    body: { recipe, finalSize: boughtSize },
  });
  const file = await fetch(new URL(bought.imageUrl, apiUrl));
  if (!file.ok) throw new Plain(`${bought.imageUrl}: ${file.status}`);
  await keep(`${example.id}-${provider}-${language}`, Buffer.from(await file.arrayBuffer()));
  const answer = await fetch(`${apiUrl}/api/generation?id=${generationId}`, { headers });
  return (await answer.json()) as GenerationResult;
}

/** Stores AVIF files for nearly all browsers, and one WebP for the others. */
async function keep(name: string, bytes: Buffer): Promise<void> {
  const at = (width: number) => sharp(bytes).resize(width);
  const path = (width: number, type: string) => join(pictureFolder, `${name}-${width}.${type}`);
  for (const width of widths) {
    await at(width).avif(avif).toFile(path(width, 'avif'));
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
