/** The layout of every mail, as text and as HTML. */
import type { Mail } from '@sachet/adapters/mail/mail';
import type { Language } from '@sachet/shared/contracts/vocabulary';
import { escapeMarkup } from '@sachet/shared/text/escape-markup';

export interface MailWords {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Follows the paragraphs. A link with a label is a button in HTML. */
  readonly link?: { readonly url: string; readonly label?: string };
  /** The small print at the end. */
  readonly footer?: { readonly text: string; readonly url?: string; readonly label?: string };
}

/** The address of a page in this language. `publicUrl` has no trailing slash. */
export const toPageUrl = (publicUrl: string, page: string, language: Language): string =>
  `${publicUrl}${page}${language === 'en' ? '' : `?lang=${language}`}`;

const toTag = (language: Language): string => (language === 'hg' ? 'hi-Latn' : language);

const grey = 'color:#5a6070';
const button =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#f2a20c;color:#171b26;' +
  'font-weight:bold;text-decoration:none';

export function layOutMail(
  language: Language,
  { subject, paragraphs, link, footer }: MailWords,
): Pick<Mail, 'subject' | 'text' | 'html'> {
  const toLink = (url: string, label = url, style?: string): string =>
    `<a href="${escapeMarkup(url)}"${style ? ` style="${style}"` : ''}>${escapeMarkup(label)}</a>`;
  const blocks = paragraphs.map((paragraph) => `<p>${escapeMarkup(paragraph)}</p>`);
  if (link) blocks.push(`<p>${toLink(link.url, link.label, link.label && button)}</p>`);
  if (footer) {
    const { text, url, label } = footer;
    const rest = url ? ` ${toLink(url, label, grey)}` : '';
    blocks.push(`<p style="font-size:14px;${grey}">${escapeMarkup(text)}${rest}</p>`);
  }
  const parts = [
    [paragraphs.join('\n\n'), link?.url],
    [footer?.text, footer?.url],
  ].map((lines) => lines.filter(Boolean).join('\n'));
  return {
    subject,
    text: `${parts.filter(Boolean).join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="${toTag(language)}"><body style="margin:0;padding:24px;font:16px/1.5 sans-serif;color:#171b26;overflow-wrap:anywhere">
${blocks.join('\n')}
</body></html>
`,
  };
}
