import { describe, expect, test } from 'vitest';
import { parseSentinelUrl } from './queue-url.ts';

describe('the address of Sentinels', () => {
  test('an address names several Sentinels, their master and the login of Redis', () => {
    const url = 'rediss+sentinel://sachet:p%40ss@one.example,10.0.0.2:26380,[fd00::3]:26381/studio';
    expect(parseSentinelUrl(url)).toEqual({
      sentinels: [
        { host: 'one.example', port: 26_379 },
        { host: '10.0.0.2', port: 26_380 },
        { host: 'fd00::3', port: 26_381 },
      ],
      master: 'studio',
      username: 'sachet',
      password: 'p@ss',
      isEncrypted: true,
    });
  });

  test('an address may have no login', () => {
    expect(parseSentinelUrl('redis+sentinel://one/studio')).toEqual({
      sentinels: [{ host: 'one', port: 26_379 }],
      master: 'studio',
      isEncrypted: false,
    });
  });

  test.each([
    'redis://one:6379',
    'redis+sentinel://one:26379',
    'redis+sentinel://one:26379,/studio',
    'redis+sentinel://:p@ss@one/studio',
    'redis+sentinel://:p%zz@one/studio',
    'redis+sentinel://one:port/studio',
  ])('%s names no Sentinels', (url) => {
    expect(parseSentinelUrl(url)).toBeUndefined();
  });
});
