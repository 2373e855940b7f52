import { describe, expect, it } from 'vitest';
import {
  parseFailMarkers,
  failureKinds,
  decideBehaviour,
  mailBehaviourForAddress,
  mailBehaviourForSubject,
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

describe('the behaviour of a request', () => {
  it('given a marker for one provider, when the other asks, then it succeeds', () => {
    const prompt = 'x [[fail:safety@google]]';
    expect(decideBehaviour({ ...google, prompt }, 0).failure).toBe('safety');
    expect(decideBehaviour({ ...openai, prompt }, 0).failure).toBeNull();
  });

  it('given #premium, when a fast model asks, then only the premium one fails', () => {
    const prompt = 'x [[fail:safety#premium]]';
    expect(decideBehaviour({ ...google, prompt }, 0).failure).toBeNull();
    expect(decideBehaviour({ ...google, premium: true, prompt }, 0).failure).toBe('safety');
  });

  it('given *2, when asked three times, then the third succeeds, for each provider on its own', () => {
    const prompt = 'counted [[fail:server*2]]';
    const ask = () => decideBehaviour({ ...google, prompt }, 0).failure;
    expect([ask(), ask(), ask()]).toEqual(['server', 'server', null]);
    expect(decideBehaviour({ ...openai, prompt }, 0).failure).toBe('server');
  });

  it('given more prompts than are remembered, when the first comes again, then it fails again', () => {
    for (let index = 0; index <= 1000; index++)
      decideBehaviour({ ...google, prompt: numbered(index) }, 0);
    expect(decideBehaviour({ ...google, prompt: numbered(1000) }, 0).failure).toBeNull();
    expect(decideBehaviour({ ...google, prompt: numbered(0) }, 0).failure).toBe('server');
  });

  it('given two markers, when the first does not apply, then the second does', () => {
    const prompt = '[[fail:quota@openai]][[fail:server]]';
    expect(decideBehaviour({ ...google, prompt }, 0).failure).toBe('server');
    expect(decideBehaviour({ ...openai, prompt }, 0).failure).toBe('quota');
  });

  it('given a latency, when read, then it replaces the usual one and is bounded', () => {
    expect(decideBehaviour({ ...google, prompt: 'x' }, 7).latencyMs).toBe(7);
    expect(decideBehaviour({ ...google, prompt: '[[latency:0]]' }, 7).latencyMs).toBe(0);
    expect(decideBehaviour({ ...google, prompt: '[[latency:99999999]]' }, 7).latencyMs).toBe(
      60_000,
    );
    expect(decideBehaviour({ ...google, prompt: '[[latency:50@openai]]' }, 7).latencyMs).toBe(7);
    expect(decideBehaviour({ ...google, prompt: '[[slow:120]]' }, 7).slowMs).toBe(120);
  });
});

describe('markers of mails', () => {
  it('given an address with a marker, when asked, then it refuses, or is busy as often as it says', () => {
    expect(mailBehaviourForAddress('asha@b.in')).toBe('take');
    expect(mailBehaviourForAddress('asha+mail-refuse@b.in')).toBe('refuse');
    for (let times = 0; times < 3; times++) {
      expect(mailBehaviourForAddress('asha+mail-busy@b.in')).toBe('busy');
    }
    const asked = [1, 2, 3].map(() => mailBehaviourForAddress('asha+mail-busy-2@b.in'));
    expect(asked).toEqual(['busy', 'busy', 'take']);
  });

  it('given a subject with a marker, when asked, then it is counted for each address', () => {
    const subject = 'Join Chai [[mail:busy*1]]';
    expect(mailBehaviourForSubject('Join Chai', 'a@b.in')).toBe('take');
    expect(mailBehaviourForSubject('Join Chai [[mail:refuse]]', 'a@b.in')).toBe('refuse');
    expect(mailBehaviourForSubject(subject, 'a@b.in')).toBe('busy');
    expect(mailBehaviourForSubject(subject, 'c@d.in')).toBe('busy');
    expect(mailBehaviourForSubject(subject, 'a@b.in')).toBe('take');
  });
});
