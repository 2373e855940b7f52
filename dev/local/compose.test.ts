// Checks docker-compose.yml and the image by reading the files: no Docker is needed.
import { existsSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { Api, serverVariables, Worker } from '@sachet/shared/configuration/environment-variables';
import { providerEntries, providers } from '@sachet/shared/providers';
import { expect, test } from 'vitest';
import { demoEnvironment, findKeys } from '../../ops/cli/demo-environment.ts';
import { root } from './places.ts';
import { initdbArguments } from './postgres.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const compose = read('docker-compose.yml');

/**
 * The names of variables between the line that begins with `begin` and the next line with the same
 * indentation.
 */
function namesIn(text: string, begin: string): string[] {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => line.startsWith(begin));
  expect(first, begin).toBeGreaterThanOrEqual(0);
  const indent = begin.length - begin.trimStart().length;
  const length = lines
    .slice(first + 1)
    .findIndex((line) => line.trim() !== '' && line.search(/\S/) <= indent);
  return lines
    .slice(first + 1, length < 0 ? undefined : first + 1 + length)
    .flatMap((line) => /^\s+([A-Z][A-Z0-9_]+):/.exec(line)?.[1] ?? []);
}

const shared = ['x-database:', 'x-keys:', 'x-bucket:', 'x-server:'].flatMap((block) =>
  namesIn(compose, block),
);
const settings = {
  api: namesIn(compose, 'x-api-settings:'),
  worker: namesIn(compose, 'x-worker-settings:'),
};
const documented = [...read('.env.example').matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name!);

test.each([
  ['api', Api],
  ['worker', Worker],
] as const)('every variable of .env.example that the %s reads reaches it', (service, { shape }) => {
  const passed = new Set([...shared, ...settings[service], ...namesIn(compose, `  ${service}:`)]);
  expect(documented.filter((name) => name in shape && !passed.has(name))).toEqual([]);
});

test('.env.example has every variable of the servers except those that the image, a stand-in or a test sets', () => {
  const byImage = ['NODE_ENV', 'HOST', 'WEB_FOLDER'];
  const ofStandIns = [
    'RAZORPAY_BASE_URL',
    'STAND_INS',
    'FIREBASE_AUTH_EMULATOR_HOST',
    'SANDBOX_INBOX_URL',
  ];
  const said = new Set([...documented, ...byImage, ...ofStandIns, 'TEST_LIMITS']);
  expect(Object.keys(serverVariables).filter((name) => !said.has(name))).toEqual([]);
});

test('every variable of .env.example is read by the servers or by compose', () => {
  const isRead = (name: string) => name in serverVariables || compose.includes(`\${${name}`);
  expect(documented.filter((name) => !isRead(name))).toEqual([]);
  const unused = documented.filter((name) => !new RegExp(`\\b${name}\\b`).test(compose));
  expect(unused).toEqual([]);
});

test("the API never gets the ledger's signing key, and the worker never gets SIGNING_SECRET", () => {
  const api = [...shared, ...settings.api, ...namesIn(compose, '  api:')];
  const worker = [...shared, ...settings.worker, ...namesIn(compose, '  worker:')];
  expect(api).not.toContain('LEDGER_SIGNING_KEY');
  expect([...api, ...worker]).not.toContain('DATABASE_OWNER_URL');
  expect(worker).not.toContain('SIGNING_SECRET');
  expect(worker).not.toContain('FIREBASE_SERVICE_ACCOUNT');
});

test('doctor gets the variables of API and worker', () => {
  const lines = compose.split('\n');
  const merged = (service: string) => {
    const from = lines.indexOf(`  ${service}:`);
    return lines.slice(from).find((line) => line.startsWith('      <<: '));
  };
  expect(merged('api')).toBe('      <<: [*server, *api-settings]');
  expect(merged('worker')).toBe('      <<: [*server, *worker-settings]');
  expect(merged('migrate')).toBe('      <<: [*server, *api-settings, *worker-settings]');
});

test('only servers and tools reach Postgres and Redis, which have no way out', () => {
  const networksOf = (service: string) =>
    new RegExp(`^  ${service}:\\n(?:    .*\\n)*?    networks: \\[(.*)\\]$`, 'm').exec(compose)?.[1];
  expect(compose).toMatch(/^ {2}data:\n {4}internal: true$/m);
  expect(['postgres', 'redis', 'web', 'api', 'emulator'].map(networksOf)).toEqual([
    'data',
    'data',
    'edge',
    'edge, app, data',
    'app',
  ]);
});

test('the monitoring profile publishes Grafana on this machine only, and nothing of it can write elsewhere', () => {
  const services = compose
    .split(/^(?=  [\w-]+:$)/m)
    .filter((text) => text.includes('    profiles: [monitoring]\n'));
  expect(services.map((text) => text.slice(2, text.indexOf(':')))).toEqual([
    'monitoring',
    'prometheus',
    'alertmanager',
    'grafana',
    'postgres-exporter',
    'redis-exporter',
    'node-exporter',
    'blackbox-exporter',
  ]);
  expect(services.join('').match(/ports:\n(?: +- .*\n)+/g)).toEqual([
    "ports:\n      - '127.0.0.1:3001:3000'\n",
  ]);
  for (const text of services) {
    const name = text.slice(2, text.indexOf(':'));
    expect(text, name).toMatch(/ {4}<<: \*(program|service)\n/);
    expect(text, name).toMatch(/ {4}(read_only: true|<<: \*program)\n/);
    expect(text, name).toMatch(/ {4}mem_limit: /);
    expect(text, name).not.toContain('cap_add');
  }
  const grafana = services.find((text) => text.startsWith('  grafana:'));
  expect(grafana).toContain("GF_AUTH_ANONYMOUS_ENABLED: 'false'\n");
  expect(grafana).toContain('GF_SECURITY_ADMIN_PASSWORD__FILE: ');
});

test('every file that a container mounts from this folder exists', () => {
  const mounted = [...compose.matchAll(/^ {6}- \.\/([\w./-]+):\//gm)].map(([, path]) => path!);
  expect(mounted).toContain('ops/monitoring/alertmanager.yml');
  expect(mounted.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('Compose creates its database with the same options as all our databases', () => {
  expect(compose).toContain(`POSTGRES_INITDB_ARGS: ${initdbArguments.join(' ')}\n`);
});

// The last two are where docs/operations.md puts them.
const secretFiles = [
  '.env',
  '.env.production',
  '.env.local',
  'ops/deploy/.env',
  'prod.env',
  'api/live.key',
  'identity.txt',
  'secrets/signing',
];

test.each(secretFiles)('%s stays out of the image', (file) => {
  const patterns = read('.dockerignore').split('\n').filter(Boolean);
  expect(patterns.some((pattern) => matchesGlob(file, pattern))).toBe(true);
});

test('the demo names a given key without its value, and addresses do not count as keys', () => {
  const given = {
    RAZORPAY_KEY_SECRET: 'rzp-secret',
    FIREBASE_SERVICE_ACCOUNT: '{}',
    LEDGER_SIGNING_KEY: ' ',
    PUBLIC_URL: 'http://studio.example',
  };
  expect(findKeys(given)).toEqual(['RAZORPAY_KEY_SECRET', 'FIREBASE_SERVICE_ACCOUNT']);
});

test('the demo has the stand-ins of all providers, and of an optional one with a key of the stand-in', () => {
  // Compose gives the servers no login of the owner.
  const given = { DATABASE_URL: 'postgres://app@postgres/sachet' };
  const optional = providers.filter((provider) => providerEntries[provider].isOptional);
  const keys = optional.map((provider) => [providerEntries[provider].variables.key, 'sandbox-key']);
  for (const [provider, keysGiven] of [
    ...providers.map((each) => [each, Object.fromEntries(keys)] as const),
    ...optional.map((each) => [each, {}] as const),
  ]) {
    const url = demoEnvironment({ ...given, ...keysGiven })[
      providerEntries[provider].variables.url
    ];
    const isOff = optional.includes(provider) && Object.keys(keysGiven).length === 0;
    expect([provider, url?.startsWith('http://sandbox:') ?? false]).toEqual([provider, !isOff]);
  }
});

test('the demo does not run as production, and is reachable at the configured host', () => {
  const environment = demoEnvironment({
    NODE_ENV: 'production',
    STAND_INS_HOST: 'studio.example',
    PUBLISHED_PORT: '4000',
  });
  expect(environment).toMatchObject({
    NODE_ENV: 'development',
    PUBLIC_URL: 'http://studio.example:4000',
    SANDBOX_INBOX_URL: 'http://studio.example:4004',
    FIREBASE_AUTH_EMULATOR_HOST: 'emulator:9099',
    STAND_INS: 'gemini,openai,razorpay,firebase,mail',
  });
});
