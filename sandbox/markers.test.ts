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
  it('every kind of marker is recognised by its name', () => {
    const prompt = failureKinds.map((kind) => `[[fail:${kind}]]`).join(' ');
    expect(parseFailMarkers(prompt).map(({ kind }) => kind)).toEqual([...failureKinds]);
  });

  it('the conditions of a marker are kept in any order', () => {
    const expected = { kind: 'server', provider: 'google', premiumOnly: true, first: 2 };
    expect(parseFailMarkers('a [[fail:server@google#premium*2]]')).toEqual([expected]);
    expect(parseFailMarkers('a [[fail:server*2#premium@google]]')).toEqual([expected]);
  });

  it('a misspelt marker is only text', () => {
    expect(parseFailMarkers('[[fail:sefety]] [[fail:safety@azure]] [fail:safety]')).toEqual([]);
  });

  it('a prompt without its markers keeps its words', () => {
    const prompt =
      'a cup [[fail:quota@openai*1]] of chai [[latency:20]] [[slow:5@google]] [[ideas:none]]';
    expect(withoutMarkers(prompt)).toBe('a cup of chai');
  });

  it('a marker for ideas names the fault and the provider', () => {
    expect(parseIdeasFailure('chai [[ideas:broken]]', 'openai')).toBe('broken');
    expect(parseIdeasFailure('chai [[ideas:none@google]]', 'google')).toBe('none');
    expect(parseIdeasFailure('chai [[ideas:none@google]]', 'openai')).toBeNull();
    expect(parseIdeasFailure('chai [[ideas:bad]]', 'google')).toBeNull();
  });
});

describe('the behaviour of a request', () => {
  it('a marker for one provider does not affect the other', () => {
    const prompt = 'x [[fail:safety@google]]';
    expect(decideBehaviour({ ...google, prompt }, 0).failure).toBe('safety');
    expect(decideBehaviour({ ...openai, prompt }, 0).failure).toBeNull();
  });

  it('with #premium only the premium model fails, not the fast one', () => {
    const prompt = 'x [[fail:safety#premium]]';
    expect(decideBehaviour({ ...google, prompt }, 0).failure).toBeNull();
    expect(decideBehaviour({ ...google, premium: true, prompt }, 0).failure).toBe('safety');
  });

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

  it('the second marker applies if the first does not', () => {
    const prompt = '[[fail:quota@openai]][[fail:server]]';
    expect(decideBehaviour({ ...google, prompt }, 0).failure).toBe('server');
    expect(decideBehaviour({ ...openai, prompt }, 0).failure).toBe('quota');
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

describe('markers of mails', () => {
  it('an address with a marker is refused, or busy as often as the marker says', () => {
    expect(mailBehaviourForAddress('asha@b.in')).toBe('take');
    expect(mailBehaviourForAddress('asha+mail-refuse@b.in')).toBe('refuse');
    for (let times = 0; times < 3; times++) {
      expect(mailBehaviourForAddress('asha+mail-busy@b.in')).toBe('busy');
    }
    const asked = [1, 2, 3].map(() => mailBehaviourForAddress('asha+mail-busy-2@b.in'));
    expect(asked).toEqual(['busy', 'busy', 'take']);
  });

  it('a marker in a subject is counted for each address', () => {
    const subject = 'Join Chai [[mail:busy*1]]';
    expect(mailBehaviourForSubject('Join Chai', 'a@b.in')).toBe('take');
    expect(mailBehaviourForSubject('Join Chai [[mail:refuse]]', 'a@b.in')).toBe('refuse');
    expect(mailBehaviourForSubject(subject, 'a@b.in')).toBe('busy');
    expect(mailBehaviourForSubject(subject, 'c@d.in')).toBe('busy');
    expect(mailBehaviourForSubject(subject, 'a@b.in')).toBe('take');
  });
});
