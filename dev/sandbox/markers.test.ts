import { describe, expect, it } from 'vitest';
import { parseFailMarkers, decideBehaviour, withoutMarkers } from './markers.ts';

const google = { provider: 'google', premium: false } as const;
const openai = { provider: 'openai', premium: false } as const;

const numbered = (index: number) => `bounded ${index} [[fail:server*1]]`;

describe('reading markers', () => {
  it('the conditions of a marker are kept in any order', () => {
    const expected = { kind: 'server', provider: 'google', premiumOnly: true, first: 2 };
    expect(parseFailMarkers('a [[fail:server@google#premium*2]]')).toEqual([expected]);
    expect(parseFailMarkers('a [[fail:server*2#premium@google]]')).toEqual([expected]);
  });

  it('a misspelt marker is only text', () => {
    expect(parseFailMarkers('[[fail:sefety]] [fail:safety]')).toEqual([]);
  });

  it('a prompt without its markers keeps its words', () => {
    const prompt =
      'a cup [[fail:quota@openai*1]] of chai [[latency:20]] [[slow:5@google]] [[ideas:none]]';
    expect(withoutMarkers(prompt)).toBe('a cup of chai');
  });
});

describe('the behaviour of a request', () => {
  it('with *2 the third request succeeds, counted for each provider', () => {
    const prompt = 'counted [[fail:server*2]]';
    const ask = () => decideBehaviour({ ...google, prompt }, 0).failure;
    expect([ask(), ask(), ask()]).toEqual(['server', 'server', null]);
    expect(decideBehaviour({ ...openai, prompt }, 0).failure).toBe('server');
  });

  it('a failure with a count occurs again once the count of its prompt was dropped', () => {
    for (let index = 0; index <= 1000; index++)
      decideBehaviour({ ...google, prompt: numbered(index) }, 0);
    expect(decideBehaviour({ ...google, prompt: numbered(1000) }, 0).failure).toBeNull();
    expect(decideBehaviour({ ...google, prompt: numbered(0) }, 0).failure).toBe('server');
  });

  it('a latency marker replaces the default and has a maximum', () => {
    expect(decideBehaviour({ ...google, prompt: 'x' }, 7).latencyMs).toBe(7);
    expect(decideBehaviour({ ...google, prompt: '[[latency:0]]' }, 7).latencyMs).toBe(0);
    expect(decideBehaviour({ ...google, prompt: '[[latency:99999999]]' }, 7).latencyMs).toBe(
      60_000,
    );
    expect(decideBehaviour({ ...google, prompt: '[[latency:50@openai]]' }, 7).latencyMs).toBe(7);
    expect(decideBehaviour({ ...google, prompt: '[[slow:120]]' }, 7).slowMs).toBe(120);
  });
});
