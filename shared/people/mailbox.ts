/**
 * Finds the mailbox that an address reaches. Limits and the sign-up bonus count mailboxes, not spellings.
 *
 * The rules are the providers' own documentation. They cannot find aliases that a provider makes from
 * unrelated words (Hide My Email of iCloud, a second address of Proton, base names of Yahoo), nor the aliases
 * of a person who owns a domain.
 */

interface Provider {
  readonly domains: readonly string[];
  /** Whether a name is the same mailbox at all of the domains. The mailbox then has the first domain. */
  readonly sharesNames?: boolean;
  /** Characters that begin a tag, which is removed from the name. Default: a plus. */
  readonly tagAfter?: string;
  /** Characters that are ignored in a name. */
  readonly ignored?: string;
  /** Pairs of characters that count as the same: the first becomes the second. */
  readonly sameAs?: readonly [string, string];
  /** Whether `tag@name.domain` reaches `name@domain`. */
  readonly hasSubdomains?: boolean;
}

const list = (words: string) => words.trim().split(/\s+/);

const yahooCountries = list(`
  com com.ar com.au com.br com.co com.hk com.hr com.mx com.my com.pe com.ph com.sg com.tr com.tw com.ua
  com.ve com.vn co.id co.il co.in co.jp co.kr co.nz co.th co.uk co.za at be bg ca cl cn cz de dk ee es fi
  fr gr hu ie in it lt lv nl no pl pt ro se sk`);

const providers: readonly Provider[] = [
  { domains: list('gmail.com googlemail.com'), sharesNames: true, ignored: '.' },
  {
    domains: list('proton.me protonmail.com protonmail.ch pm.me'),
    sharesNames: true,
    ignored: '.-_',
  },
  {
    domains: list('tuta.com tutanota.com tutanota.de tutamail.com tuta.io keemail.me'),
    sharesNames: true,
  },
  { domains: list('icloud.com me.com mac.com'), sharesNames: true },
  {
    domains: [
      ...yahooCountries.map((country) => `yahoo.${country}`),
      ...list('ymail.com rocketmail.com myyahoo.com y7mail.com'),
    ],
    tagAfter: '+-',
  },
  {
    domains: list(`
      yandex.ru ya.ru yandex.com yandex.by yandex.kz yandex.ua yandex.uz yandex.az yandex.com.am
      yandex.com.ge yandex.com.tr yandex.co.il yandex.ee yandex.fr yandex.kg yandex.lt yandex.lv yandex.md
      yandex.tj yandex.tm narod.ru`),
    sharesNames: true,
    sameAs: ['.', '-'],
  },
  {
    domains: list(`
      fastmail.com fastmail.fm fastmail.in fastmail.ca fastmail.cn fastmail.co.uk fastmail.com.au fastmail.de
      fastmail.es fastmail.fr fastmail.im fastmail.jp fastmail.mx fastmail.net fastmail.nl fastmail.org
      fastmail.se fastmail.to fastmail.tw fastmail.uk fastmail.us 123mail.org 150mail.com 150ml.com 16mail.com
      2-mail.com 4email.net 50mail.com airpost.net allmail.net bestmail.us cluemail.com elitemail.org
      emailcorner.net emailengine.net emailengine.org emailgroups.net emailplus.org emailuser.net eml.cc f-m.fm
      fast-email.com fast-mail.org fastem.com fastemail.us fastemailer.com fastest.cc fastimap.com
      fastmailbox.net fastmessaging.com fea.st fmail.co.uk fmailbox.com fmgirl.com fmguy.com ftml.net
      h-mail.us hailmail.net imap-mail.com imap.cc imapmail.org inoutbox.com internet-e-mail.com
      internet-mail.org internetemails.net internetmailing.net jetemail.net justemail.net letterboxes.org
      mail-central.com mail-page.com mailandftp.com mailas.com mailbolt.com mailc.net mailcan.com mailforce.net
      mailftp.com mailhaven.com mailingaddress.org mailite.com mailmight.com mailnew.com mailsent.net
      mailservice.ms mailup.net mailworks.org ml1.net mm.st myfastmail.com mymacmail.com nospammail.net
      ownmail.net petml.com postinbox.com postpro.net proinbox.com promessage.com realemail.net reallyfast.biz
      reallyfast.info rushpost.com sent.as sent.at sent.com speedpost.net speedymail.org ssl-mail.com
      swift-mail.com the-fastest.net the-quickest.com theinternetemail.com veryfast.biz veryspeedy.net
      warpmail.net xsmail.com yepmail.net your-mail.com`),
    // A subdomain cannot contain an underscore.
    sameAs: ['_', '-'],
    hasSubdomains: true,
  },
];

const providerOf: ReadonlyMap<string, Provider> = new Map(
  providers.flatMap((provider) => provider.domains.map((domain) => [domain, provider])),
);

/**
 * The mailbox of an address, in lower case, with its domain in ASCII. A tag after a plus is dropped for all
 * domains, since every provider that allows a plus ignores the tag.
 */
export function toMailbox(email: string): string {
  const { name, domain } = withoutSubdomain(splitAddress(email));
  const provider = providerOf.get(domain);
  const { tagAfter = '+', ignored = '', sameAs } = provider ?? {};
  const untagged = beforeTag(name, tagAfter);
  const folded = sameAs ? untagged.replaceAll(...sameAs) : untagged;
  const counted = Array.from(folded, (each) => (ignored.includes(each) ? '' : each)).join('');
  const mailbox = provider?.sharesNames ? provider.domains[0]! : domain;
  return `${counted || folded}@${mailbox}`;
}

/** A tag character at the start of a name begins no tag. */
function beforeTag(name: string, tagAfter: string): string {
  const at = Array.from(name).findIndex((each, i) => i > 0 && tagAfter.includes(each));
  return at < 0 ? name : Array.from(name).slice(0, at).join('');
}

function withoutSubdomain({ name, domain }: Address): Address {
  const labels = domain.split('.');
  // No provider with subdomains has a domain of more than three labels.
  for (let i = Math.max(1, labels.length - 3); i < labels.length - 1; i++) {
    const parent = labels.slice(i).join('.');
    if (providerOf.get(parent)?.hasSubdomains) return { name: labels[i - 1]!, domain: parent };
  }
  return { name, domain };
}

interface Address {
  readonly name: string;
  readonly domain: string;
}

/** In lower case, the domain in ASCII: `пример.рф` and `xn--e1afmkfd.xn--p1ai` are the same domain. */
export function splitAddress(email: string): Address {
  const plain = email.normalize('NFKC').replaceAll(/\p{Cf}/gu, '');
  // A mail server ignores spaces, and the backslash before a character.
  const address = withoutComments(plain)
    .replaceAll(/[\s\\]/gu, '')
    .toLowerCase();
  const at = address.lastIndexOf('@');
  const name = address.slice(0, Math.max(0, at)).replace(/^"([\p{L}\p{N}.+_-]+)"$/u, '$1');
  return { name, domain: toAsciiDomain(address.slice(at + 1)).replace(/\.$/, '') };
}

/** A mail server ignores comments in parentheses, which may contain others. */
function withoutComments(address: string): string {
  const less = address.replaceAll(/\([^()]*\)/g, '');
  return less === address ? address : withoutComments(less);
}

function toAsciiDomain(domain: string): string {
  // Any other character in a host would be read as the start of a port, a path or a password.
  if (!/^[\p{L}\p{M}\p{N}.。｡_-]+$/u.test(domain)) return domain;
  const url = `http://${domain}`;
  return URL.canParse(url) ? new URL(url).hostname : domain;
}
