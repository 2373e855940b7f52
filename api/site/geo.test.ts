import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startStack, type Stack } from '../../dev/local/testing/stack.ts';
import { createCountries } from './geo.ts';
import { send } from '../testing/client.ts';

const indian = '49.205.1.1';
const american = '8.8.8.8';

describe('the country of an address', () => {
  const countries = createCountries();

  test.each([
    ['India', indian, 'IN'],
    ['India, as IPv6', '2405:200:1607::1', 'IN'],
    ['India, as IPv4 in IPv6', `::ffff:${indian}`, 'IN'],
    ['the United States', american, 'US'],
    ['the United States, as IPv6', '2001:4860:4860::8888', 'US'],
    ['Germany', '194.25.0.60', 'DE'],
  ])('the country of %s is found: %s', async (_where, address, country) => {
    expect(await countries.findCountry(address)).toBe(country);
  });

  test.each([
    ['this machine', '127.0.0.1'],
    ['a home, which the database gives to Australia', '192.168.1.1'],
    ['a home', '10.0.0.1'],
    ['no address', '49.205.1.999'],
    ['an address with a port', `${indian}:443`],
    ['nothing', ''],
    ['no answer', undefined],
  ])('no country is found for %s: %s', async (_what, address) => {
    expect(await countries.findCountry(address)).toBeNull();
  });
});

async function geo(stack: Stack, headers: Record<string, string> = {}) {
  const answer = await send(`${stack.apiUrl}/api/geo`, { headers });
  expect(answer.status).toBe(200);
  return answer;
}

const start = (env: Record<string, string>) =>
  startStack({ withoutWorker: true, env: { LOG_LEVEL: 'warn', ...env } });

describe('GET /api/geo behind a trusted proxy with a country header', () => {
  let stack: Stack;
  beforeAll(async () => {
    const env = { TRUSTED_PROXIES: '1', GEO_COUNTRY_HEADER: 'cf-ipcountry' };
    stack = await start({ ...env, ANALYTICS_MEASUREMENT_ID: 'G-TEST' });
  });
  afterAll(() => stack?.stop());

  test("the proxy's country header has priority", async () => {
    const headers = { 'cf-ipcountry': 'IN', 'x-forwarded-for': american };
    const { body, headers: answered } = await geo(stack, headers);
    expect(body).toEqual({ countryCode: 'IN' });
    expect(answered.get('cache-control')).toBe('private, max-age=300');
  });

  test.each([
    ['Tor', 'T1'],
    ['garbage', '<script>alert(1)</script>'],
  ])("the address decides if the proxy's header is %s", async (_what, country) => {
    const headers = { 'cf-ipcountry': country, 'x-forwarded-for': indian };
    expect((await geo(stack, headers)).body).toEqual({ countryCode: 'IN' });
  });

  test('the last of several forwarded addresses is used, because the proxy added it', async () => {
    const headers = { 'x-forwarded-for': `${american}, ${indian}` };
    expect((await geo(stack, headers)).body).toEqual({ countryCode: 'IN' });
  });

  test.each(['garbage', '2001:db8::1', ' , '])('an address of "%s" is ignored', async (address) => {
    const headers = { 'x-forwarded-for': address };
    expect((await geo(stack, headers)).body).toEqual({ countryCode: null });
  });

  test('the country header of another proxy is ignored', async () => {
    const headers = { 'x-vercel-ip-country': 'US', 'x-forwarded-for': indian };
    expect((await geo(stack, headers)).body).toEqual({ countryCode: 'IN' });
  });

  test('with a measurement id the pages may also load the analytics tag, and nothing else', async () => {
    const policy = (await geo(stack)).headers.get('content-security-policy')!;
    const directives = Object.fromEntries(
      policy.split(';').map((directive) => {
        const [name = '', ...sources] = directive.trim().split(' ');
        return [
          name,
          sources.filter((source) => /google-?(tag|-?analytics)|analytics/.test(source)),
        ];
      }),
    );
    const tag = 'https://www.googletagmanager.com';
    const hosts = [tag, 'https://*.google-analytics.com', 'https://*.analytics.google.com'];
    const allowed = Object.entries(directives).filter(([, sources]) => sources.length > 0);
    expect(Object.fromEntries(allowed)).toEqual({
      'connect-src': hosts,
      'img-src': hosts,
      'script-src': [tag],
    });
    expect(policy).not.toContain("script-src 'self' 'unsafe");
  });
});

describe('GET /api/geo without a proxy', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await start({ GEO_COUNTRY_HEADER: 'cf-ipcountry' });
  });
  afterAll(() => stack?.stop());

  test('GET /api/geo needs no token, and finds no country for an address of this machine', async () => {
    expect((await geo(stack)).body).toEqual({ countryCode: null });
  });

  test('GET /api/geo ignores headers that a caller can write', async () => {
    const headers = { 'cf-ipcountry': 'IN', 'x-forwarded-for': indian, 'x-real-ip': indian };
    expect((await geo(stack, headers)).body).toEqual({ countryCode: null });
  });
});
