/** Top-level domains that mail programs turn into links, besides all two-letter ones. */
const endings =
  'com|net|org|info|biz|app|dev|xyz|online|site|shop|store|live|link|click|top|club|icu|vip|pro|tech|' +
  'cloud|page|website|web|space|fun|gov|edu|mil|int|name|mobi|asia|bank|finance|loan|money|support|' +
  'help|email|chat|games?|today|world|life|work|works|news|media|digital|network|systems|services?|' +
  'company|group|agency|team|studio|design|zone|win|bid|buzz|rest|quest|lol|one|ltd|inc|art|blog|ai|' +
  '[a-z]{2}|xn--[a-z0-9-]+';
const domain = new RegExp(`[\\p{L}\\p{N}_-]\\.(?:${endings})(?![\\p{L}\\p{N}])`, 'iu');
const scheme =
  /:\/\/|\bhttps?\b|\bhxxps?\b|(?<![\p{L}\p{N}])www\d?[.\s]|mailto:|\p{L}@[\p{L}\p{N}]/iu;

/** Whether a mail program, or a reader, would take a part of `text` for a web address. */
export function linkIn(text: string): boolean {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/[。｡․]/g, '.')
    .replaceAll(/\p{Cf}/gu, '');
  return scheme.test(plain) || domain.test(plain);
}
