import { describe, expect, test } from 'vitest';
import type { Language } from '@sachet/shared/contracts/vocabulary';
import { writeInvitation } from './invite-mail.ts';

const publicUrl = 'https://sachet.test';

describe('the text of an invitation', () => {
  const about = { id: 1, organizationName: 'Chai', inviterName: 'Asha Rao' };
  const write = (change: Partial<typeof about>, language: Language = 'en') =>
    writeInvitation(
      { ...about, ...change },
      { language, publicUrl, secrets: { join: 'j'.repeat(43), stop: 's'.repeat(43) } },
    );
  const links = (html: string) => html.match(/href="[^"]+"/g);

  test('the HTML of a mail shows names with markup as text', () => {
    const { html } = write({
      organizationName: '<script src="//evil"></script> & <a href="https://evil.test">co</a>',
    });
    expect(html).toContain('&lt;script src=');
    expect(html).not.toContain('<script');
    expect(links(html)).toEqual(links(write({}).html));
  });

  test('a mail leaves out names that could be mistaken for the name of Sachet', () => {
    const { text } = write({ organizationName: 'Sасhеt', inviterName: 'Goog1e Support' });
    expect(text).toMatch(/^An admin invites you to join an organization on Sachet\. /);
    expect(text).not.toMatch(/Goog1e|Sасhеt/);
  });

  test.each([
    ['hi', 'hi', 'Sachet पर एक संस्था से जुड़ने का न्योता', '“Asha Rao” ने आपको Sachet पर संस्था “Chai”'],
    [
      'hg',
      'hi-Latn',
      'Sachet par ek organization se judne ka nyota',
      '“Asha Rao” ne tumhe Sachet par',
    ],
  ] as const)(
    'an invitation in %s names inviter and organization, and its links open the pages in that language',
    (language, tag, subject, invites) => {
      const mail = write({}, language);
      expect(mail.subject).toBe(subject);
      expect(mail.text).toContain(invites);
      expect(mail.html).toContain(`<html lang="${tag}">`);
      expect(links(mail.html)).toEqual([
        `href="${publicUrl}/invitation?lang=${language}#${'j'.repeat(43)}"`,
        `href="${publicUrl}/invitation/stop?lang=${language}#${'s'.repeat(43)}"`,
      ]);
    },
  );
});
