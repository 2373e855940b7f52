import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ClientConfig } from '@sachet/shared/contracts/config';
import { statusByCode } from '@sachet/shared/contracts/error';
import { Language } from '@sachet/shared/contracts/vocabulary';
import { getRefusals } from '@sachet/shared/operations/refusals';
import { pages, publicPages } from '@sachet/shared/pages';
import { rateCard } from '@sachet/shared/models/rate-card';
import { pageHeads } from '../../web/page-heads.ts';
import { redisUrl } from '../../dev/local/testing/coordinates.ts';
import { routes } from '../routes.ts';
import { startCable, type Cable } from '../testing/cable.ts';
import { createCustomer, send, respondAsync, type Customer } from '../testing/client.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { openStack, type OpenStack } from '../testing/stack.ts';

/** A minimal build of the client that can be served. */
const web = mkdtempSync(join(tmpdir(), 'sachet-web-'));
mkdirSync(join(web, 'assets'));
const toPage = (head: string) => `<!doctype html><html lang="en">${head}<p>Shell</p></html>`;
const firstScript = "document.documentElement.lang = 'en'";
writeFileSync(
  join(web, 'index.html'),
  toPage(`<!-- head --><title>Sachet</title><!-- /head --><script>${firstScript}</script>`),
);
const scripts = ['/assets/page-1.js'];
writeFileSync(join(web, 'heads.json'), JSON.stringify(pageHeads));
const addresses = [...publicPages, '/?mode=image', '/library'];
const pageScripts = Object.fromEntries(
  addresses.map((address) => [
    address,
    { scripts, signedIn: ['/assets/own-1.js'], signIn: ['/assets/dialog-1.js'] },
  ]),
);
writeFileSync(
  join(web, 'scripts.json'),
  JSON.stringify({ en: pageScripts, hi: pageScripts, hg: pageScripts }),
);
writeFileSync(join(web, 'favicon.svg'), '<svg/>');
writeFileSync(join(web, 'assets', 'index-1.js'), 'export {};');
const long = `export const long = '${'la'.repeat(1000)}';`;
writeFileSync(join(web, 'assets', 'long-1.js'), long);
writeFileSync(join(web, 'assets', 'long-1.js.br'), brotliCompressSync(long));
writeFileSync(join(web, 'assets', 'long-1.js.gz'), gzipSync(long));

let toRedis: Cable;
let open: OpenStack;

beforeAll(async () => {
  toRedis = await startCable(redisUrl());
  open = await openStack({
    withoutWorker: true,
    env: {
      QUEUE_URL: toRedis.url,
      WEB_FOLDER: web,
      PUBLIC_URL: 'https://sachet.example',
      COMPANY: JSON.stringify({ supportEmail: 'help@sachet.example' }),
    },
  });
});
afterAll(async () => {
  await open?.stop();
  await toRedis?.pull();
  rmSync(web, { recursive: true });
});

const get = <Body = unknown>(path: string) => send<Body>(open.stack.apiUrl + path);

describe('public routes', () => {
  test('the config contains what a client needs, and no secret', async () => {
    const { status, body, headers } = await get('/api/config');
    expect(status).toBe(200);
    const config = ClientConfig.strict().parse(body);
    expect(config).toMatchObject({
      firebase: {
        projectId: open.stack.emulator.projectId,
        emulatorUrl: `http://${open.stack.emulator.host}`,
      },
      languages: ['en', 'hi', 'hg'],
      rateCardVersion: rateCard.version,
      signupBonus: 250,
      standIns: true,
    });
    expect(JSON.stringify(body)).not.toMatch(/secret|sandbox-|postgres|redis/i);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('every answer carries the security headers', async () => {
    const { headers } = await get('/api/config');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(headers.get('content-security-policy')).toContain("object-src 'none'");
    expect(headers.get('content-security-policy')).not.toMatch(/googletagmanager|analytics/);
    expect(headers.get('content-security-policy')).toContain("require-trusted-types-for 'script'");
    expect(headers.get('permissions-policy')).toContain('geolocation=()');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('referrer-policy')).toBe('strict-origin');
    expect(headers.has('x-powered-by')).toBe(false);
  });
});

describe('the client', () => {
  const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  const open_ = (path: string, headers: Record<string, string> = {}) =>
    send<string>(open.stack.apiUrl + path, { headers });

  test.each(Object.values(pages))(
    'the client is served at %s, for browsers and other callers',
    async (path) => {
      for (const headers of [browser, {}]) {
        const page = await open_(path, headers);
        expect(page.status).toBe(200);
        expect(page.body).toMatch(/<title>(.* · )?Sachet( · .*)?<\/title>/);
        expect(page.headers.get('cache-control')).toBe('no-cache');
      }
    },
  );

  test('an unknown address shows the client with status 404', async () => {
    for (const path of ['/nothing', '/admin/nothing', '/wallet/x']) {
      const page = await open_(path, browser);
      expect(page.status).toBe(404);
      expect(page.body).toContain('<title>Sachet</title>');
    }
  });

  test.each([
    ['/.env', browser],
    ['/pages/wallet.js', browser],
    ['/metrics', {}],
  ])('the client is not served at %s', async (path, headers) => {
    expectRefusal(await open_(path, headers as Record<string, string>), 'not_found');
  });

  test('security.txt names the support address and expires in the future', async () => {
    const { status, body, headers } = await open_('/.well-known/security.txt');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('text/plain');
    expect(body).toContain('Contact: mailto:help@sachet.example\n');
    expect(Date.parse(/^Expires: (.+)$/m.exec(body)![1]!)).toBeGreaterThan(Date.now());
  });

  test("the client's files may be cached for a year, and a missing file only briefly", async () => {
    const file = await open_('/assets/index-1.js');
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const before = readFileSync(open.stack.api.logFile, 'utf8');
    for (const path of ['/assets/index-0.js', '/assets/', '/assets', '/assets/../index-0.js']) {
      const missing = await open_(path, browser);
      expectRefusal(missing, 'not_found');
      if (path.includes('..')) continue;
      expect(missing.headers.get('cache-control')).toBe('public, max-age=10');
    }
    // A missing file is not logged as an error, because such lines would hide real errors.
    expect(readFileSync(open.stack.api.logFile, 'utf8')).toBe(before);
  });
});

describe('search engines', () => {
  test('robots.txt and the sitemap name the configured address, every public page and its languages', async () => {
    const robots = await fetch(`${open.stack.apiUrl}/robots.txt`);
    expect(await robots.text()).toContain('Sitemap: https://sachet.example/sitemap.xml');
    const map = await fetch(`${open.stack.apiUrl}/sitemap.xml`);
    expect(map.headers.get('content-type')).toContain('application/xml');
    const xml = await map.text();
    expect(xml).toContain('<loc>https://sachet.example/prices?lang=hi</loc>');
    expect(xml).toContain('hreflang="hi-Latn" href="https://sachet.example/?lang=hg"');
    expect(xml).not.toMatch(/admin|wallet|account/);
  });

  test('a page names its canonical address by its language, and the other languages', async () => {
    const link = async (path: string) =>
      (await fetch(open.stack.apiUrl + path)).headers.get('link') ?? '';
    expect(await link('/about?lang=hi&x=1')).toContain(
      '<https://sachet.example/about?lang=hi>; rel="canonical"',
    );
    expect(await link('/about?lang=xx')).toContain(
      '<https://sachet.example/about>; rel="canonical"',
    );
    expect(await link('/about')).toContain(
      '<https://sachet.example/about?lang=hg>; rel="alternate"; hreflang="hi-Latn"',
    );
    const wallet = await fetch(`${open.stack.apiUrl}/wallet`);
    expect(wallet.headers.get('link')).toBeNull();
    expect(wallet.headers.get('x-robots-tag')).toBe('noindex');
  });
});

describe('the head of a page', () => {
  const read = async (path: string, acceptEncoding = 'identity') => {
    const headers = { accept: 'text/html', 'accept-encoding': acceptEncoding };
    const page = await fetch(open.stack.apiUrl + path, { headers });
    return { text: await page.text(), headers: page.headers };
  };
  const getMeta = (text: string, name: string) =>
    new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(text)?.[1];

  test.each(
    publicPages.flatMap((path) => Language.options.map((language) => ({ path, language }))),
  )(
    'the head of $path in $language describes the page, with a picture, in that language',
    async ({ path, language }) => {
      const { text } = await read(language === 'en' ? path : `${path}?lang=${language}`);
      const { title, description, image } = pageHeads[path]![language]!;
      expect(text).toContain(`<title>${title.replaceAll('&', '&amp;')}</title>`);
      expect(getMeta(text, 'description')?.slice(0, 20)).toBe(description.slice(0, 20));
      expect(text).not.toContain('{{');
      expect(getMeta(text, 'og:title')).toBe(title.replaceAll('&', '&amp;'));
      expect(getMeta(text, 'og:image')).toBe(`https://sachet.example${image}`);
      expect(getMeta(text, 'og:url')).toBe(
        new URL(language === 'en' ? path : `${path}?lang=${language}`, 'https://sachet.example')
          .href,
      );
      expect(getMeta(text, 'page-scripts')).toBe('/assets/page-1.js');
      expect(text).toContain(`<html lang="${{ en: 'en', hi: 'hi', hg: 'hi-Latn' }[language]}">`);
    },
  );

  test('the head of the sign-up has its title in the language that the address names', async () => {
    expect((await read('/signup')).text).toContain('<title>Create your account · Sachet</title>');
    expect((await read('/signup?lang=hi')).text).toContain(
      '<title>अपना अकाउंट बनाएँ · Sachet</title>',
    );
    expect((await read('/signup?lang=hg')).text).toContain(
      '<title>Apna account banao · Sachet</title>',
    );
  });

  test('the head of a private page reveals nothing, and an unknown language is English', async () => {
    const wallet = await read('/wallet?lang=hi');
    expect(wallet.text).toContain('<title>Sachet</title>');
    expect(wallet.text).not.toContain('og:');
    expect((await read('/about?lang=%22%3E%3Cscript%3E')).text).toContain('<html lang="en">');
  });

  test('the page is compressed if the browser accepts it, with the same content', async () => {
    const plain = await read('/about');
    for (const encoding of ['br', 'gzip']) {
      const page = await read('/about', encoding);
      expect(page.headers.get('content-encoding')).toBe(encoding);
      expect(page.headers.get('vary')).toContain('Accept-Encoding');
      expect(page.text).toBe(plain.text);
    }
  });

  test("the content security policy allows the page's own script, and no other one in a page", async () => {
    const { text, headers } = await read('/');
    const hash = createHash('sha256').update(firstScript).digest('base64');
    expect(text).toContain(`<script>${firstScript}</script>`);
    const [, sources] = /script-src ([^;]+)/.exec(headers.get('content-security-policy')!)!;
    expect(sources).toContain(`'sha256-${hash}'`);
    expect(sources).not.toContain('unsafe');
  });

  test('the config in the page cannot close its script element', async () => {
    const { text } = await read('/');
    const [, json] = /<script type="application\/json" id="client-config">(.*?)<\/script>/.exec(
      text,
    )!;
    expect(ClientConfig.strict().parse(JSON.parse(json!))).toEqual((await get('/api/config')).body);
    expect(json).not.toContain('<');
  });
});

describe('a file that the build has compressed', () => {
  const ask = (acceptEncoding: string, more: Record<string, string> = {}) =>
    fetch(`${open.stack.apiUrl}/assets/long-1.js`, {
      headers: { 'accept-encoding': acceptEncoding, ...more },
    });

  test.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
    ['gzip;q=0, br;q=0', null],
  ])(
    'a compressed file is sent to a browser that accepts %s as %s, with the same content',
    async (accepted, encoding) => {
      const file = await ask(accepted);
      expect(file.status).toBe(200);
      expect(file.headers.get('content-encoding')).toBe(encoding);
      expect(file.headers.get('vary')).toContain('Accept-Encoding');
      expect(file.headers.get('content-type')).toMatch(/javascript/);
      expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(await file.text()).toBe(long);
    },
  );

  test('a compressed file is sent uncompressed if a range is requested', async () => {
    const part = await ask('br', { range: 'bytes=0-5' });
    expect(part.headers.get('content-encoding')).toBeNull();
    expect(await part.text()).toBe(long.slice(0, 6));
  });
});

interface Operation {
  operationId: string;
  tags: [string];
  parameters?: { in: string; name: string; required?: boolean; schema: object }[];
  requestBody?: { required: boolean; content: Record<string, { schema: object }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>;
  security: object[];
  summary: string;
}

interface OpenApi {
  openapi: string;
  info: { title: string; version: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
}

describe('the OpenAPI document', () => {
  let document: OpenApi;
  beforeAll(async () => {
    const answer = await get<OpenApi>('/api/openapi.json');
    expect(answer.status).toBe(200);
    document = answer.body;
  });
  const operations = () =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    );

  test('the OpenAPI document has version 3.1 and exactly the routes of the API', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d$/);
    expect(document.info).toMatchObject({ title: 'Sachet', version: '1' });
    const told = operations().map(({ path, method }) => `${method} ${path}`);
    const served = routes.map(({ path, method }) => `${method} ${path.replace('{*key}', '{key}')}`);
    expect(told.sort()).toEqual(served.sort());
  });

  test('each operation has its own id, and the document says that the API is on its host', () => {
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain('postUnlockImage');
    expect(document.servers.map(({ url }) => url)).toEqual(['/']);
  });

  test('every reference in the OpenAPI document exists', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(10);
    for (const [, reference] of references) {
      expect(reference).toMatch(/^#\//);
      const found = reference!
        .slice(2)
        .split('/')
        .reduce<unknown>((place, step) => (place as Record<string, unknown>)?.[step], document);
      expect(found, reference).toBeTypeOf('object');
    }
  });

  test('each operation of the OpenAPI document has its access, input and answers', () => {
    for (const { path, method, operation } of operations()) {
      const name = `${method} ${path}`;
      const route = routes.find(
        (each) => each.method === method && each.path.replace('{*key}', '{key}') === path,
      )!;
      expect(operation.security, name).toEqual(route.access === 'anyone' ? [] : [{ idToken: [] }]);
      const refused = [...getRefusals(route)].map((code) => String(statusByCode[code]));
      expect(new Set(Object.keys(operation.responses)), name).toEqual(
        new Set([...Object.keys(route.answers), ...refused]),
      );
      for (const answer of Object.values(operation.responses)) {
        expect(answer.description, name).toBeTypeOf('string');
      }
      const takesBody =
        route.body !== undefined || ['multipart', 'csv'].includes(route.bodyType ?? '');
      expect(operation.requestBody !== undefined, name).toBe(takesBody);
      const acceptsNone = route.body?.safeParse({}).success ?? false;
      expect(operation.requestBody?.required, name).toBe(takesBody ? !acceptsNone : undefined);
      const headers = (operation.parameters ?? []).filter((each) => each.in === 'header');
      expect(
        headers.map((each) => [each.name, each.required ?? false]),
        name,
      ).toEqual([
        ...(route.idempotencyKey ? [['Idempotency-Key', route.idempotencyKey === 'required']] : []),
        ...(route.canRespondAsync ? [['Prefer', false]] : []),
      ]);
      expect(document.tags.map((tag) => tag.name)).toContain(operation.tags[0]);
      // Version 3.1: each part of a path that is filled in is a required parameter.
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, part]) => part);
      const declared = (operation.parameters ?? []).filter((each) => each.in === 'path');
      expect(
        declared.map((each) => each.name),
        name,
      ).toEqual(inPath);
      expect(
        declared.every((each) => each.required === true),
        name,
      ).toBe(true);
    }
  });

  test('the page that shows the OpenAPI document loads nothing from other hosts', async () => {
    const page = await get('/api/docs/');
    expect(page.status).toBe(200);
    const addresses = [...String(page.body).matchAll(/(?:src|href)="([^"]+)"/g)].map(
      ([, address]) => address!,
    );
    expect(addresses.length).toBeGreaterThan(2);
    for (const address of addresses) {
      expect(address).not.toMatch(/^(https?:)?\/\//);
      const asset = await fetch(new URL(address, `${open.stack.apiUrl}/api/docs/`));
      expect([address, asset.status]).toEqual([address, 200]);
    }
    const policy = page.headers.get('content-security-policy')!;
    expect(policy).toContain("script-src 'self'");
    const start = await get('/api/docs/swagger-ui-init.js');
    expect(start.body).toContain('/api/unlock-image');
    expect(start.body).not.toMatch(/"url":\s*"https?:/);
  });
});

describe('outages of database and queue', () => {
  let customer: Customer;
  beforeAll(async () => {
    customer = await createCustomer(open.stack);
  });

  test('the API is ready while database and queue are available', async () => {
    expect(await get('/healthz')).toMatchObject({ status: 200, body: { ok: true } });
    expect(await get('/readyz')).toMatchObject({
      status: 200,
      body: { ok: true, database: true, queue: true },
    });
  });

  test('the API without its queue is ready with a warning and accepts previews, whose jobs are found later', async () => {
    const unreachable = expect.arrayContaining(['queue_unreachable']);
    await toRedis.pull();
    try {
      const ready = await get('/readyz');
      expect(ready).toMatchObject({
        status: 200,
        body: { ok: true, database: true, queue: false, warnings: unreachable },
      });
      const started = await customer.generate({}, respondAsync);
      expect(started).toMatchObject({ status: 202, body: { status: 'queued' } });
    } finally {
      await toRedis.plugIn();
    }
    await expect.poll(() => get('/readyz'), poll).toMatchObject({ body: { queue: true } });
  });

  const poll = { timeout: 60_000, interval: 50 };
});

describe('a photo that another app shares', () => {
  const ask = (path: string, method: string, site?: string) =>
    fetch(open.stack.apiUrl + path, {
      method,
      redirect: 'manual',
      headers: { accept: 'text/html', ...(site && { 'sec-fetch-site': site }) },
    });

  test.each([
    ['none', 303],
    ['same-origin', 303],
    [undefined, 303],
    ['same-site', 403],
    ['cross-site', 403],
  ])(
    'a shared photo is not accepted from the form of another site (Sec-Fetch-Site: %s)',
    async (site, status) => {
      const answer = await ask('/share', 'POST', site);
      const location = status === 303 ? '/?mode=edit_image' : null;
      expect([answer.status, answer.headers.get('location')]).toEqual([status, location]);
    },
  );

  test.each([
    ['none', 200],
    ['same-origin', 200],
    [undefined, 303],
    ['same-site', 303],
    ['cross-site', 303],
  ])(
    'a shared photo is not opened for a navigation of another site (Sec-Fetch-Site: %s)',
    async (site, status) => {
      const answer = await ask('/?mode=edit_image&shared=1', 'GET', site);
      const location = status === 303 ? '/?mode=edit_image' : null;
      expect([answer.status, answer.headers.get('location')]).toEqual([status, location]);
      expect(answer.headers.get('cache-control')).toMatch(/no-(?:cache|store)/);
      expect((await ask('/?mode=edit_image', 'GET', site)).status).toBe(200);
    },
  );
});
