/** Files for search engines, and the contact for people who report a vulnerability. */
import type { RequestHandler } from 'express';
import { Language } from '@sachet/shared/contracts/vocabulary';
import { publicPages } from '@sachet/shared/pages';
import { dayMs } from '@sachet/shared/time';

/** The tags of `hreflang` and `<html lang>`: Hinglish is Hindi in Latin letters. */
const tags: Record<Language, string> = { en: 'en', hi: 'hi', hg: 'hi-Latn' };
export const toTag = (language: Language): string => tags[language];

const isPublic = (path: string) => (publicPages as readonly string[]).includes(path);

/**
 * The address of a page. English, the default, has the plain path; other languages are named in the query.
 */
export function toAddress(base: string, path: string, language: Language): string {
  const { href } = new URL(path, base);
  return language === 'en' ? href : `${href}?lang=${language}`;
}

const alternates = (base: string, path: string) => [
  ...Language.options.map((language) => ({
    tag: tags[language],
    href: toAddress(base, path, language),
  })),
  { tag: 'x-default', href: toAddress(base, path, 'en') },
];

/** Sets a header with the page's addresses in all languages, because all languages share one HTML file. */
export function setAddresses(base: string): RequestHandler {
  return (request, response, next) => {
    const { path } = request;
    if (isPublic(path)) {
      const language = Language.safeParse(request.query.lang).data ?? 'en';
      const links = [
        `<${toAddress(base, path, language)}>; rel="canonical"`,
        ...alternates(base, path).map(
          ({ tag, href }) => `<${href}>; rel="alternate"; hreflang="${tag}"`,
        ),
      ];
      response.set('Link', links.join(', '));
    } else {
      response.set('X-Robots-Tag', 'noindex');
    }
    next();
  };
}

export function sendRobots(base: string): RequestHandler {
  const text = [
    'User-agent: *',
    'Disallow: /api/',
    `Sitemap: ${new URL('/sitemap.xml', base)}`,
    '',
  ];
  return (_request, response) => void response.type('text/plain').send(text.join('\n'));
}

/** Sends the contact of RFC 9116. An installation without a support address answers as for a missing file. */
export function sendSecurityTxt(base: string, supportEmail: string): RequestHandler {
  return (_request, response, next) => {
    if (supportEmail === '') return next();
    const text = [
      `Contact: mailto:${supportEmail}`,
      // Each answer is fresh, so that the file never expires unnoticed.
      `Expires: ${new Date(Date.now() + 180 * dayMs).toISOString()}`,
      'Preferred-Languages: en, hi',
      `Canonical: ${new URL('/.well-known/security.txt', base)}`,
      '',
    ];
    response.type('text/plain').send(text.join('\n'));
  };
}

export function sendSitemap(base: string): RequestHandler {
  const entries = publicPages.flatMap((path) =>
    Language.options.map((language) => {
      const links = alternates(base, path).map(
        ({ tag, href }) => `<xhtml:link rel="alternate" hreflang="${tag}" href="${href}"/>`,
      );
      return `<url><loc>${toAddress(base, path, language)}</loc>${links.join('')}</url>`;
    }),
  );
  const xml =
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n' +
    `${entries.join('\n')}\n</urlset>\n`;
  return (_request, response) => void response.type('application/xml').send(xml);
}
