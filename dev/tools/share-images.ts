// `npm run share-images`: draws the preview pictures of shared links (`og:image`), one for each public page
// and language, and stores them in web/public/share. They are committed: run it after changing the texts of a
// page's head.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { hashShareWords, pageHeads } from '../../web/page-heads.ts';
import { browsers, findProgram } from '../local/debian-packages.ts';
import { root } from '../local/places.ts';
import { complain, say } from '../local/steps.ts';
import { chromiumFlags } from '../local/testing/chromium-flags.ts';
import { faces, toDataUrl } from './picture-fonts.ts';

const folder = join(root, 'web', 'public');
const size = { width: 1200, height: 630 };
/** The size that crawlers of chat programs accept. */
const maxBytes = 100_000;

/** The packet from the client's design: its paper, its pinked edge and its strip of marigold. */
function toPage(title: string, description: string): string {
  return `<!doctype html><meta charset="utf-8"><style>${faces}
    body { margin: 0; width: 1200px; height: 630px; box-sizing: border-box; padding: 56px 72px 0;
      background: #f6efe2; font-family: Text; color: #161a2b; overflow: hidden; }
    .packet { height: 640px; background: #fffcf5; box-sizing: border-box; padding: 84px 72px;
      mask: conic-gradient(from 135deg at top, #0000, #000 1deg 89deg, #0000 90deg) top left / 48px 24.5px repeat-x,
        linear-gradient(#000 0 0) bottom / 100% calc(100% - 24px) no-repeat; }
    .lift { filter: drop-shadow(0 2px 0 #3c2c0c22) drop-shadow(0 16px 32px #3c2c0c29); }
    .name { display: flex; align-items: center; gap: 18px; font-size: 44px; font-weight: 800;
      letter-spacing: -.03em; }
    h1 { margin: 44px 0 0; font-size: 92px; line-height: 1.08; font-weight: 800;
      letter-spacing: -.025em; text-wrap: balance; }
    p { margin: 30px 0 0; font-size: 40px; line-height: 1.4; color: #565869; text-wrap: pretty; }
    .strip { position: absolute; left: 72px; right: 72px; top: 80px; height: 22px; background: #f7a823; }
    :lang(hi) h1 { line-height: 1.3; letter-spacing: 0; }
  </style>
  <div class="lift"><div class="packet">
    <div class="name"><img width="56" height="60" alt="" src="${toDataUrl(join(folder, 'favicon.svg'), 'image/svg+xml')}">Sachet</div>
    <h1>${title}</h1><p>${description}</p>
  </div></div><div class="strip"></div>`;
}

const program = findProgram(browsers);
if (!program) {
  complain('Chromium not found. Install it: apt-get install chromium');
  process.exit(1);
}
const browser = await chromium.launch({ executablePath: program, args: chromiumFlags });
try {
  rmSync(join(folder, 'share'), { recursive: true, force: true });
  mkdirSync(join(folder, 'share'));
  const page = await browser.newPage({ viewport: size });
  for (const languages of Object.values(pageHeads)) {
    for (const [language, head] of Object.entries(languages)) {
      // The site's name is above.
      const title = head.title.replace(/^Sachet · | · Sachet$/, '').replaceAll('&', '&amp;');
      const description = head.description.replaceAll('{{company}}', 'Sachet');
      await page.setContent(toPage(title, description));
      await page.evaluate(`document.documentElement.lang = '${language}'; document.fonts.ready`);
      const png = await page.screenshot();
      // Few colours, so a palette makes the file a fifth of the size.
      const { size } = await sharp(png)
        .png({ palette: true, colours: 64, effort: 10 })
        .withExif({ IFD0: { ImageDescription: hashShareWords(head) } })
        .toFile(join(folder, head.image));
      if (size > maxBytes) complain(`${head.image} has ${size} bytes`);
      say(`${head.image} ${size}`);
    }
  }
} finally {
  await browser.close();
}
process.disconnect?.();
