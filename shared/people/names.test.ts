import { describe, expect, test } from 'vitest';
import { linkIn } from '../text/links.ts';
import { findBrand, toQuotableName } from './names.ts';
import { phoneNumberIn } from './phone-in-name.ts';

describe('a name that could be mistaken for another organization', () => {
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
    '🆂🅰🅲🅷🅴🆃',
    '🅢🅐🅒🅗🅔🅣 Help',
    '🅂🄰🄲🄷🄴🅃',
    '🇸 🇦 🇨 🇭 🇪 🇹',
    '🇸\u200b🇦\u200b🇨\u200b🇭\u200b🇪\u200b🇹',
    '⒮⒜⒞⒣⒠⒯',
    'ˢᵃᶜʰᵉᵗ',
    'G🅾️🅾️gle',
    'G⭕⭕gle',
    'sαcнєт',
    'ᔕᗩᑕᕼᗴT',
    '$@©h€t',
    'SΛCHΞT',
    '§achet',
    'ѕⲁⲥⲏⲉⲧ', // Coptic
    '5ach3t',
    'S\u3164a\u115fc\u1160h\uffa0et', // Hangul fillers
    'S\u17b4a\u17b5chet',
    'S\u2800achet', // a blank Braille pattern
    'Sa\u{e0063}chet', // a tag
    'Sⱥȼħɇŧ',
    'Səchet',
    'Sachǝt',
    'SACHƎT',
    'Sach∃t',
    'Sɐɔɥǝʇ',
    'SДCHET',
    'Saϲhet',
    'SAͼHET',
    'ꞨaꞔhƎt',
    'ƨachэt',
    'Рауtм',
    'OpənAI',
    'Ⱥⱪ Rⱥzorᵽⱥy',
    'UPI refund team',
    'U P I desk',
    'PhonePe Pune',
    'यूपीआई सहायता',
    'फोनपे टीम',
    'सैशे',
    'साशे टीम',
    'शाशे',
    'सै शे',
    'सा\u200dशे',
    'सचेत सहायता',
    'गूगल',
    'गुगल पे',
    'गूगलपे',
    'ગૂગલ', // Gujarati
    'গুগল', // Bengali
    'గూగుల్', // Telugu
    'ओपन एआई',
    'ओपेनएआई इंडिया',
    'चैट जीपीटी',
    'चेटजीपीटी',
    'रेजरपे',
    'रेज़रपै रिफ़ंड',
  ])('a name that could be mistaken for another organization is refused: %s', (name) => {
    expect(findBrand(name)).toBeDefined();
  });

  test.each([
    'Chai & Co.',
    'Kites Ltd',
    'Asha Rao',
    'Sachin Chettiar',
    'Zachet', // only sounds alike
    'Sanchita',
    'चाय क्रिएटिव स्टूडियो ☕',
    'Чайная компания',
    'شركة الشاي',
    'Open Air Theatre',
    'Razor & Page',
    'Goose & Gander',
    'Cupid Cakes',
    'Occupied Homes',
    'Phone Shop Peshawar',
    "O'Brien-Łukasz",
    '🪁',
    'Chai 🇮🇳',
    '🅿️ Parking Co',
    'Studio 54',
    'आशा से उम्मीद',
    'शशि एंड संस',
    'सासें',
    'सोसाइटी ऑफ़ आर्ट',
    'ससेक्स क्लब',
    'गुग्गुल आयुर्वेद',
    'रेज़र ब्लेड',
    'ओपन एयर थिएटर',
    'দোকান',
    'కిరాణా',
  ])('a name with no resemblance is accepted: %s', (name) => {
    expect(findBrand(name)).toBeUndefined();
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
  ])('a link in a name is found in %s', (name) => {
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
  ])('no link is found in %s', (name) => {
    expect(linkIn(name)).toBe(false);
  });
});

describe('a phone number in a name', () => {
  test.each([
    'Chai 9848896734',
    'Call +91 98488 96734 now',
    '98488-96734',
    '(0)9848.896.734',
    '9 8 4 8 8 9 6 7 3 4',
    '9★8★4★8★8★9★6★7★3★4',
    '9x8x4x8x8x9x6x7x3x4',
    'चाय ९८४८८९६७३४',
    '९८४८८ ९६७३४',
    '৯৮৪৮৮৯৬৭৩৪', // Bengali
    '౯౮౪౮౮౯౬౭౩౪', // Telugu
    '٩٨٤٨٨٩٦٧٣٤', // Arabic
    '９８４８８９６７３４',
    '𝟗𝟖𝟒𝟖𝟖𝟗𝟔𝟕𝟑𝟒',
    '⑨⑧④⑧⑧⑨⑥⑦③④',
    '❾❽❹❽❽❾❻❼❸❹',
    '9️⃣8️⃣4️⃣8️⃣8️⃣9️⃣6️⃣7️⃣3️⃣4️⃣',
    '98488\u200b96734',
    '9848896E734'.replace('E', '\u3164'),
    '98488 dash 96734',
    '98488 (dot) 96734',
    '98488 डैश 96734',
    '98488 डॉट 96734',
    '984O8 8967l4',
    'nine eight four eight eight nine six seven three four',
    'Nine8Four8eight nine-six 7 3 4',
    'double nine eight four triple eight six seven three',
    'nau aath chaar aath aath nau chhe saat teen chaar',
    'नौ आठ चार आठ आठ नौ छह सात तीन चार',
    'Chai 1800 123 4567',
    '022 2345 6789',
    '23456789',
  ])('a phone number in a name is found in %s', (name) => {
    expect(phoneNumberIn(name)).toBe(true);
  });

  test.each([
    'Chai & Co.',
    'Studio 2024',
    'Kites 1947-2024',
    'Est. 15/08/1947',
    '24/7 Chai',
    'Pin 560001',
    'Class of 2023-2024',
    'ISO 9001:2015',
    'Sector 21, Plot 45',
    '१९४७ का चाय घर',
    'U72200KA2013PTC097389',
    '29ABCDE1234F1Z5',
    'One Two Three Kites',
    'Four Seasons, Five Sisters',
    'Do Saat Chai',
    'एक दो तीन नाटक मंडली',
    'Seven Eleven',
    'Area 51 Block 7',
    'Oil & Gas 100',
  ])('no phone number is found in %s', (name) => {
    expect(phoneNumberIn(name)).toBe(false);
  });
});

describe('a name that is safe to quote', () => {
  test.each([
    ['Chai & Co.', 'Chai & Co.'],
    ['Chai\r\nBcc: all@b.in', 'Chai Bcc all b. in'],
    ['See http://evil.com/win now', 'See http evil. com win now'],
    ['Chai\u202e\u2066 x', 'Chai x'],
    ['“Chai” said "Asha"', "'Chai' said 'Asha'"],
    ['🪁'.repeat(200), '🪁'.repeat(80)],
    ['Sасhеt', null],
    ['साशे', null],
    ['The refund team', null],
    ['Your K.Y.C. desk', null],
    ['रिफंड विभाग', null],
    ['Refundable Furniture', null],
    ['Chai ९८४८८ ९६७३४', null],
    ['Chai\u3164\u2800\u00ad & Co', 'Chai & Co'],
    ['क्ष\u200dमा 👩🏽\u200d🎨', 'क्ष\u200dमा 👩🏽\u200d🎨'],
  ])('the name %j is shown as %j', (name, quoted) => {
    expect(toQuotableName(name)).toBe(quoted);
  });
});
