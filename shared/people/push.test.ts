import { expect, test } from 'vitest';
import { isPushEndpoint, toReadyMessage } from './push.ts';

test.each([
  [true, 'https://fcm.googleapis.com/fcm/send/abc'],
  [true, 'https://updates.push.services.mozilla.com/wpush/v2/abc'],
  [true, 'https://web.push.apple.com/abc'],
  [true, 'https://wns2-sg2p.notify.windows.com/w/?token=abc'],
  [true, 'http://127.0.0.1:9000/push/1'],
  [false, 'http://127.0.0.1:9000/api/messages'],
  [false, 'http://127.0.0.1:9001/push/1'],
  [false, 'http://fcm.googleapis.com/fcm/send/abc'],
  [false, 'https://fcm.googleapis.com:8443/fcm/send/abc'],
  [false, 'https://me@fcm.googleapis.com/x'],
  [false, 'https://fcm.googleapis.com.example.com/x'],
  [false, 'https://notfcm.googleapis.com.evil/x'],
  [false, 'https://169.254.169.254/latest/meta-data'],
  [false, 'file:///etc/passwd'],
  [false, 'nonsense'],
])('the test of a push address returns %s for %s', (expected, endpoint) => {
  expect(isPushEndpoint(endpoint, 'http://127.0.0.1:9000')).toBe(expected);
});

test('several pictures are one message, which leads to them and shows none of their words', () => {
  const picture = (ref: string, mode = 'image') => ({ kind: 'picture', ref, mode }) as const;
  expect(toReadyMessage([picture('gen_1')], 'en')).toEqual({
    title: 'Sachet',
    body: 'Your picture is ready.',
    url: '/?mode=image&results=gen_1',
  });
  const two = toReadyMessage([picture('gen_1'), picture('gen_2')], 'hi');
  expect(two).toMatchObject({ body: '2 तस्वीरें तैयार हैं।', url: '/?mode=image&results=gen_1%2Cgen_2' });
  const mixed = [picture('gen_1'), picture('gen_2', 'edit_image')];
  expect(toReadyMessage(mixed, 'hg').url).toBe('/library');
  const work = [{ kind: 'export', ref: 'exp_1', mode: null }] as const;
  expect(toReadyMessage(work, 'en')).toMatchObject({ url: '/admin/exports' });
});
