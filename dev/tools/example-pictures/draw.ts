/** Draws the examples of the home page: a scene, photographed by `light.glsl`, with the words of a shop on it. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '@sachet/shared/contracts/vocabulary';
import type { PictureProvider } from '@sachet/shared/providers';
import { type Browser, chromium } from 'playwright-core';
import sharp from 'sharp';
import { browsers, findProgram } from '../../local/debian-packages.ts';
import { localFolder } from '../../local/places.ts';
import { Plain } from '../../local/steps.ts';
import { chromiumFlags } from '../../local/testing/chromium-flags.ts';
import { faces } from '../picture-fonts.ts';
import { posters } from './posters.ts';
import { scenes, type Shot } from './scenes.ts';
import { posterWords } from './words.ts';

const size = 640;
/** Each pixel of the picture is the average of several. */
const sceneSize = 960;
/** A scene takes most of a minute, so it is kept until its source changes. */
const kept = join(localFolder, 'example-scenes');

export interface Drawer {
  /** The picture as PNG. */
  draw(id: string, provider: PictureProvider, language: Language): Promise<Buffer>;
  /** The scene without words, as PNG. */
  drawScene(id: string, provider: PictureProvider): Promise<Buffer>;
  stop(): Promise<void>;
}

export async function startDrawer(): Promise<Drawer> {
  const executablePath = findProgram(browsers);
  if (!executablePath) throw new Plain('Chromium not found. Install it: apt-get install chromium');
  const args = [...chromiumFlags, '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
  const browser = await chromium.launch({ executablePath, args });
  const drawn = new Map<string, Promise<Buffer>>();
  function drawScene(id: string, provider: PictureProvider): Promise<Buffer> {
    const key = `${id} ${provider}`;
    const begun = drawn.get(key) ?? readScene(browser, id, provider === 'google' ? 0 : 1);
    drawn.set(key, begun);
    return begun;
  }
  return {
    drawScene,
    async draw(id, provider, language) {
      const scene = await drawScene(id, provider);
      const poster = posters[id]?.[provider === 'google' ? 0 : 1];
      const words = posterWords[id]?.[language];
      if (!poster || !words) throw new Plain(`The example ${id} has no poster or no words`);
      return layWords(browser, { scene, words: poster(words), language });
    },
    stop: () => browser.close(),
  };
}

async function readScene(browser: Browser, id: string, take: 0 | 1): Promise<Buffer> {
  const shot = scenes[id]?.[take];
  if (!shot) throw new Plain(`The example ${id} has no scene`);
  const source = ['light.glsl', `scenes/${id}.glsl`]
    .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
    .join('\n');
  const key = createHash('sha256').update(JSON.stringify([source, shot, take, sceneSize]));
  const path = join(kept, `${id}-${take}-${key.digest('hex').slice(0, 12)}.png`);
  if (existsSync(path)) return readFileSync(path);
  const large = await photograph(browser, { source, shot, take });
  const png = await sharp(large).resize(size).png().toBuffer();
  mkdirSync(kept, { recursive: true });
  writeFileSync(path, png);
  return png;
}

async function photograph(
  browser: Browser,
  scene: { source: string; shot: Shot; take: 0 | 1 },
): Promise<Buffer> {
  const page = await browser.newPage();
  try {
    await page.addScriptTag({ path: join(import.meta.dirname, 'render-scene.js') });
    const order = JSON.stringify({ ...scene, size: sceneSize });
    const url = await page.evaluate<string>(`renderScene(${order})`);
    return Buffer.from(url.split(',')[1] ?? '', 'base64');
  } finally {
    await page.close();
  }
}

async function layWords(
  browser: Browser,
  { scene, words, language }: { scene: Buffer; words: string; language: Language },
): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  try {
    await page.setContent(`<!doctype html><html lang="${language}"><meta charset="utf-8"><style>${faces}
      body { margin: 0; position: relative; width: ${size}px; height: ${size}px; overflow: hidden;
        background: url(data:image/png;base64,${scene.toString('base64')}) center / cover; }
      [data-fit] { overflow: hidden; }
      :lang(hi) [data-fit] { letter-spacing: 0 !important; }
    </style>${words}`);
    await page.addScriptTag({ path: join(import.meta.dirname, 'fit-words.js') });
    await page.evaluate('fitWords()');
    return await page.screenshot({ timeout: 0 });
  } finally {
    await page.close();
  }
}
