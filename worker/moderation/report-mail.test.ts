import { expect, test } from 'vitest';
import { writeAcknowledgment } from './report-mail.ts';

test.each([
  ['en', 'en', 'Sachet: we received your report', 'https://sachet.test/content-policy'],
  ['hi', 'hi', 'Sachet: आपकी शिकायत मिल गई', 'https://sachet.test/content-policy?lang=hi'],
  [
    'hg',
    'hi-Latn',
    'Sachet: tumhari shikayat mil gayi',
    'https://sachet.test/content-policy?lang=hg',
  ],
] as const)(
  'a report in %s is acknowledged in the same language, with its number and the rules',
  (language, tag, subject, link) => {
    const mail = writeAcknowledgment('rep_7', { language, publicUrl: 'https://sachet.test' });
    expect(mail.subject).toBe(subject);
    for (const body of [mail.text, mail.html]) {
      expect(body).toContain('rep_7');
      expect(body).toContain(link);
    }
    expect(mail.html).toContain(`<html lang="${tag}">`);
  },
);
