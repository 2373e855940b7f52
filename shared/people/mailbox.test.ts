import { expect, test } from 'vitest';
import { toMailbox } from './mailbox.ts';

const spellings: [string, string, string[]][] = [
  [
    'Gmail, which ignores dots and has two domains',
    'asharao@gmail.com',
    [
      'asha.rao@gmail.com',
      'A.S.H.A.Rao+sachet@GoogleMail.com',
      'asharao+1+2@gmail.com',
      '"asha.rao"@gmail.com',
      'asharao(x)@gmail.com',
      '(shop)asharao@gmail(1).com',
      'asharao(x(y(z)))@gmail.com',
      'ash\\arao @ gmail.com',
      'ａｓｈａｒａｏ@ｇｍａｉｌ.com',
      'asha\u200brao@gm\u00adail.com',
      'asharao@gmail。com',
      'asharao@gmail.com.',
    ],
  ],
  [
    'Proton, which ignores dots, hyphens and underscores and has four domains',
    'asharao@proton.me',
    [
      'asha.rao@proton.me',
      'asha-rao@protonmail.com',
      'asha_rao+1@pm.me',
      'A.sha-Rao@protonmail.ch',
    ],
  ],
  [
    'Tuta, where one name is reserved at all domains',
    'asharao@tuta.com',
    ['asharao@tutanota.com', 'asharao@tutamail.com', 'AshaRao+1@tutanota.de'],
  ],
  [
    'iCloud, which has three domains',
    'asha.rao@icloud.com',
    ['asha.rao+1@icloud.com', 'asha.rao@me.com', 'Asha.Rao@mac.com'],
  ],
  [
    'Yahoo, which ignores what follows a hyphen',
    'asharao@yahoo.co.in',
    ['asharao-1@yahoo.co.in', 'AshaRao-shop+2@yahoo.co.in'],
  ],
  ['Yahoo in other countries', 'asha@yahoo.com.br', ['asha-1@yahoo.com.br']],
  ['Yahoo under another name', 'asha@ymail.com', ['asha-1@ymail.com']],
  [
    'Yandex, which takes a dot for a hyphen and has a domain in each country',
    'asha-rao@yandex.ru',
    [
      'asha.rao@yandex.ru',
      'asha.rao@ya.ru',
      'asha-rao+1@yandex.com',
      'asha.rao@yandex.by',
      'asha.rao@yandex.com.tr',
      'asha.rao@narod.ru',
    ],
  ],
  [
    'Fastmail, where a name can be a subdomain',
    'asha-rao@fastmail.com',
    [
      'asha_rao@fastmail.com',
      'asha_rao+1@fastmail.com',
      'anything@asha-rao.fastmail.com',
      'any.thing+1@asha_rao.fastmail.com',
      'anything@any.asha-rao.fastmail.com',
    ],
  ],
  ['a smaller domain of Fastmail', 'asha@sent.com', ['shop@asha.sent.com', 'asha+1@sent.com']],
  ['Outlook', 'asha.rao@outlook.com', ['Asha.Rao+1@Outlook.com']],
  ['Hotmail', 'asha-rao@hotmail.com', ['asha-rao+1@hotmail.com']],
  [
    'any other provider',
    'asha.rao@example.in',
    [' Asha.Rao+x@Example.in ', 'asha.rao@example.in.'],
  ],
  [
    'a domain in another script',
    'asha@xn--e1afmkfd.xn--p1ai',
    ['asha@пример.рф', 'asha+1@ПРИМЕР.РФ', 'asha@XN--E1AFMKFD.xn--p1ai', 'asha@пример。рф'],
  ],
  [
    'a name and a domain in Devanagari',
    'राम@xn--c2bd4bq1db8d.xn--h2brj9c',
    ['राम+अ@डाटामेल.भारत', 'राम@xn--c2bd4bq1db8d.भारत'],
  ],
  ['a name that begins with a plus', '+asha@example.in', ['+asha+1@example.in']],
  ['a quoted name with an at sign', '"a@b"@example.in', ['"a@b"+c@example.in']],
];

test.each(spellings)('one mailbox is found for many spellings: %s', (_, mailbox, variants) => {
  for (const email of [mailbox, ...variants]) {
    expect([email, toMailbox(email)]).toEqual([email, mailbox]);
  }
});

test.each([
  ['asha@outlook.com', 'asha@hotmail.com'],
  ['asha@yahoo.com', 'asha@yahoo.co.in'],
  ['asha@fastmail.com', 'asha@fastmail.fm'],
  ['asha-rao@gmail.com', 'asharao@gmail.com'],
  ['asha-rao@outlook.com', 'asharao@outlook.com'],
  ['asha.rao@outlook.com', 'asharao@outlook.com'],
  ['asha-1@example.in', 'asha@example.in'],
  ['asha@mail.example.in', 'asha@example.in'],
  ['asha@пример.рф', 'asha@пример.com'],
  ['asha@notyahoo.com', 'asha-1@notyahoo.com'],
])('the mailboxes of two people are distinct: %s and %s', (one, other) => {
  expect(toMailbox(one)).not.toBe(toMailbox(other));
});

test.each(['...@gmail.com', '@gmail.com', 'asha', '', 'a@http://[', 'a@%', 'a@xn--zzzzzzzzz.in'])(
  'an invalid address always has the same mailbox: %s',
  (email) => {
    expect(toMailbox(toMailbox(email))).toBe(toMailbox(email));
  },
);
