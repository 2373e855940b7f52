import { describe, expect, it } from 'vitest';
import {
  parseFailMarkers,
  failureKinds,
  decideFate,
  mailFateOfAddress,
  mailFateOfSubject,
  parseIdeasFailure,
  withoutMarkers,
} from './markers.ts';

const google = { provider: 'google', premium: false } as const;
const openai = { provider: 'openai', premium: false } as const;

const numbered = (index: number) => `bounded ${index} [[fail:server*1]]`;

describe('reading markers', () => {
  it('given every kind, when read, then each is recognised by its own name', () => {
    const prompt = failureKinds.map((kind) => `[[fail:${kind}]]`).join(' ');
    expect(parseFailMarkers(prompt).map(({ kind }) => kind)).toEqual([...failureKinds]);
  });

  it('given narrowings in any order, when read, then all of them are kept', () => {
    const expected = { kind: 'server', provider: 'google', premiumOnly: true, first: 2 };
    expect(parseFailMarkers('a [[fail:server@google#premium*2]]')).toEqual([expected]);
    expect(parseFailMarkers('a [[fail:server*2#premium@google]]')).toEqual([expected]);
  });

  it('given a misspelt marker, when read, then it is only text', () => {
    expect(parseFailMarkers('[[fail:sefety]] [[fail:safety@azure]] [fail:safety]')).toEqual([]);
  });

  it('given markers in a prompt, when taken out, then the words are left', () => {
    const prompt =
      'a cup [[fail:quota@openai*1]] of chai [[latency:20]] [[slow:5@google]] [[ideas:none]]';
    expect(withoutMarkers(prompt)).toBe('a cup of chai');
  });

  it('given a marker for ideas, when read, then it says what is wrong and with whose', () => {
    expect(parseIdeasFailure('chai [[ideas:broken]]', 'openai')).toBe('broken');
    expect(parseIdeasFailure('chai [[ideas:none@google]]', 'google')).toBe('none');
    expect(parseIdeasFailure('chai [[ideas:none@google]]', 'openai')).toBeNull();
    expect(parseIdeasFailure('chai [[ideas:bad]]', 'google')).toBeNull();
  });
});

describe('the fate of a request', () => {
  it('given a marker for one provider, when the other asks, then it succeeds', () => {
    const prompt = 'x [[fail:safety@google]]';
    expect(decideFate({ ...google, prompt }, 0).failure).toBe('safety');
    expect(decideFate({ ...openai, prompt }, 0).failure).toBeNull();
  });

  it('given #premium, when a fast model asks, then only the premium one fails', () => {
    const prompt = 'x [[fail:safety#premium]]';
    expect(decideFate({ ...google, prompt }, 0).failure).toBeNull();
    expect(decideFate({ ...google, premium: true, prompt }, 0).failure).toBe('safety');
  });

  it('given *2, when asked three times, then the third succeeds, for each provider on its own', () => {
    const prompt = 'counted [[fail:server*2]]';
    const ask = () => decideFate({ ...google, prompt }, 0).failure;
    expect([ask(), ask(), ask()]).toEqual(['server', 'server', null]);
    expect(decideFate({ ...openai, prompt }, 0).failure).toBe('server');
  });

  it('given more prompts than are remembered, when the first comes again, then it fails anew', () => {
    for (let index = 0; index <= 1000; index++)
      decideFate({ ...google, prompt: numbered(index) }, 0);
    expect(decideFate({ ...google, prompt: numbered(1000) }, 0).failure).toBeNull();
    expect(decideFate({ ...google, prompt: numbered(0) }, 0).failure).toBe('server');
  });

  it('given two markers, when the first does not apply, then the second does', () => {
    const prompt = '[[fail:quota@openai]][[fail:server]]';
    expect(decideFate({ ...google, prompt }, 0).failure).toBe('server');
    expect(decideFate({ ...openai, prompt }, 0).failure).toBe('quota');
  });

  it('given a latency, when read, then it replaces the usual one and is bounded', () => {
    expect(decideFate({ ...google, prompt: 'x' }, 7).latencyMs).toBe(7);
    expect(decideFate({ ...google, prompt: '[[latency:0]]' }, 7).latencyMs).toBe(0);
    expect(decideFate({ ...google, prompt: '[[latency:99999999]]' }, 7).latencyMs).toBe(60_000);
    expect(decideFate({ ...google, prompt: '[[latency:50@openai]]' }, 7).latencyMs).toBe(7);
    expect(decideFate({ ...google, prompt: '[[slow:120]]' }, 7).slowMs).toBe(120);
  });
});

describe('markers of mails', () => {
  it('given an address with a marker, when asked, then it refuses, or is busy as often as it says', () => {
    expect(mailFateOfAddress('asha@b.in')).toBe('take');
    expect(mailFateOfAddress('asha+mail-refuse@b.in')).toBe('refuse');
    for (let times = 0; times < 3; times++) {
      expect(mailFateOfAddress('asha+mail-busy@b.in')).toBe('busy');
    }
    const asked = [1, 2, 3].map(() => mailFateOfAddress('asha+mail-busy-2@b.in'));
    expect(asked).toEqual(['busy', 'busy', 'take']);
  });

  it('given a subject with a marker, when asked, then it is counted for each address', () => {
    const subject = 'Join Chai [[mail:busy*1]]';
    expect(mailFateOfSubject('Join Chai', 'a@b.in')).toBe('take');
    expect(mailFateOfSubject('Join Chai [[mail:refuse]]', 'a@b.in')).toBe('refuse');
    expect(mailFateOfSubject(subject, 'a@b.in')).toBe('busy');
    expect(mailFateOfSubject(subject, 'c@d.in')).toBe('busy');
    expect(mailFateOfSubject(subject, 'a@b.in')).toBe('take');
  });
});
