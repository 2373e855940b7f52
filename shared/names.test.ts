import { describe, expect, test } from 'vitest';
import { linkIn } from './links.ts';
import { findBrand, toQuotableName } from './names.ts';

const brands = ['Sachet', 'Google', 'OpenAI', 'ChatGPT', 'Razorpay'];

describe('a name that could be taken for somebody else', () => {
  test.each([
    'Sachet',
    'SACHET Support',
    'the Sachet team',
    'MySachet',
    'S a c h e t',
    'S.a.c.h.e.t Billing',
    'Sa-chet',
    'Ѕасһет', // Cyrillic throughout
    'Sасhеt', // Cyrillic in the middle
    'Säĉhėt',
    'Ｓａｃｈｅｔ',
    '𝐒𝐚𝐜𝐡𝐞𝐭 𝐇𝐞𝐥𝐩',
    'ꜱᴀᴄʜᴇᴛ',
    'Sa\u200bchet',
    'Sa\u00adchet',
    'Ⓢⓐⓒⓗⓔⓣ',
    'Goog1e',
    'G00gle Pay',
    'GOOGLE',
    'Gооgle',
    '0penAI',
    'OpenAl',
    'OPENAI',
    'Chat GPT',
    'Friends of Open AI Pune',
    'Razоrpaу',
    'Rаzοrpay Refunds',
  ])('%s', (name) => {
    expect(findBrand(name, brands)).toBeDefined();
  });

  test.each([
    'Chai & Co.',
    'Kites Ltd',
    'Asha Rao',
    'Sachin Chettiar',
    'Sanchita',
    'चाय क्रिएटिव स्टूडियो ☕',
    'Чайная компания',
    'شركة الشاي',
    'Open Air Theatre',
    'Razor & Page',
    'Goose & Gander',
    "O'Brien-Łukasz",
    '🪁',
  ])('but not %s', (name) => {
    expect(findBrand(name, brands)).toBeUndefined();
  });
});

describe('a link in a name', () => {
  test.each([
    'http://evil.test',
    'https evil',
    'see evil.com',
    'evil.com/win',
    'Evil.IN',
    'bit.ly/x',
    'www.evil',
    'www evil com',
    'evil。com',
    'evil．com',
    'ev\u200bil.com',
    'evil.c\u00adom',
    'пример.com',
    'a@evil',
    'Win ₹500 at chai.shop now',
    'xn--80ak6aa92e.com',
    '//evil.support',
  ])('is seen in %s', (name) => {
    expect(linkIn(name)).toBe(true);
  });

  test.each([
    'Chai & Co.',
    'K.Sharma',
    'A.P.J. Abdul Kalam',
    'Dr.Rao',
    'St. Mary',
    'Md.Irfan',
    'Wwwaqar',
    '24/7 Chai',
    'J.R.D. Tata & Sons Pvt. Ltd.',
    'M/s Gupta Brothers',
    '"; drop table user_profile; --',
    "O'Brien-Łukasz <b>",
  ])('is not seen in %s', (name) => {
    expect(linkIn(name)).toBe(false);
  });
});

describe('a name as others read it', () => {
  test.each([
    ['Chai & Co.', 'Chai & Co.'],
    ['Chai\r\nBcc: all@b.in', 'Chai Bcc all b. in'],
    ['See http://evil.com/win now', 'See http evil. com win now'],
    ['Chai\u202e\u2066 x', 'Chai x'],
    ['“Chai” said "Asha"', "'Chai' said 'Asha'"],
    ['🪁'.repeat(200), '🪁'.repeat(80)],
    ['Sасhеt', null],
  ])('%j is %j', (name, quoted) => {
    expect(toQuotableName(name, brands)).toBe(quoted);
  });
});
