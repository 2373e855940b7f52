// The layout of each picture: the words over the drawn scene, in a square of 640 px. The label of a provider and
// its price lie over the upper edge of the first example on the home page. `data-fit` shrinks the type
// until it fits its box.
import type { PosterWords } from './words.ts';

type Poster = (words: PosterWords) => string;

const box = (place: string, style: string, text: string) =>
  `<div data-fit style="position:absolute;${place};${style}">${text}</div>`;
const lines = (words: PosterWords) => words.title.map((line) => `<div>${line}</div>`).join('');
/** A seal with scalloped edges. */
const seal = (x: number, y: number, r: number, color: string, inner: string) => {
  const points = Array.from({ length: 48 }, (_, i) => {
    const a = (i / 48) * 2 * Math.PI;
    const d = i % 2 ? r : r * 0.92;
    return `${(x + d * Math.cos(a)).toFixed(1)},${(y + d * Math.sin(a)).toFixed(1)}`;
  }).join(' ');
  return `<svg viewBox="0 0 640 640" style="position:absolute;inset:0"><polygon points="${points}" fill="${color}" stroke="${color}" stroke-width="6" stroke-linejoin="round"/><circle cx="${x}" cy="${y}" r="${r * 0.8}" fill="none" stroke="${inner}" stroke-width="2" stroke-dasharray="1 6" stroke-linecap="round"/></svg>`;
};
const inSeal = (x: number, y: number, r: number, style: string, text: string) =>
  box(
    `left:${x - r * 0.7}px;top:${y - r * 0.5}px;width:${r * 1.4}px;height:${r}px`,
    `display:grid;place-items:center;text-align:center;line-height:1.05;${style}`,
    text,
  );

export const posters: Record<string, readonly [Poster, Poster]> = {
  sweets: [
    (w) =>
      box(
        'left:60px;top:84px;width:520px;height:34px',
        'text-align:center;font:600 25px Text;letter-spacing:.06em;color:#ffd98a',
        `—&ensp;${w.shop}&ensp;—`,
      ) +
      box(
        'left:36px;top:124px;width:568px;height:160px',
        'text-align:center;font:850 74px/1.04 Text;letter-spacing:-.03em;color:#fff1d6',
        lines(w),
      ) +
      seal(546, 372, 66, '#ffc53d', '#7a0a2c') +
      inSeal(546, 372, 66, 'font:800 31px Text;color:#7a0a2c', w.price.replace(' ', '<br>')),
    (w) =>
      box(
        'left:424px;top:150px;width:196px;height:232px',
        'font:900 62px/1 Text;letter-spacing:-.035em;color:#9a1230',
        w.title
          .join(' ')
          .split(' ')
          .map((word) => `<div>${word}</div>`)
          .join(''),
      ) +
      box(
        'left:36px;top:126px;width:330px;height:34px',
        'font:600 25px Text;color:#6b3a12',
        w.note,
      ) +
      `<div style="position:absolute;left:0;bottom:0;width:640px;height:70px;background:#9a1230"></div>` +
      box(
        'left:36px;bottom:14px;width:320px;height:42px',
        'font:700 30px/42px Text;color:#ffe3ae',
        w.shop,
      ) +
      box(
        'right:36px;bottom:14px;width:230px;height:42px',
        'text-align:right;font:800 32px/42px Text;color:#ffc53d',
        w.price,
      ),
  ],
  sarees: [
    (w) =>
      `<div style="position:absolute;left:150px;top:128px;width:340px;height:340px;background:#fff8ea;border-radius:170px 170px 14px 14px;box-shadow:0 18px 50px #30000a80"></div><div style="position:absolute;left:162px;top:140px;width:316px;height:316px;border:2px solid #c08a2d;border-radius:158px 158px 8px 8px"></div>` +
      box(
        'left:190px;top:196px;width:260px;height:30px',
        'text-align:center;font:600 21px Text;letter-spacing:.04em;color:#a4742a',
        w.shop,
      ) +
      box(
        'left:178px;top:232px;width:284px;height:140px',
        'text-align:center;font:850 64px/1.04 Text;letter-spacing:-.03em;color:#7d0b32',
        lines(w),
      ) +
      box(
        'left:180px;top:392px;width:280px;height:42px',
        'text-align:center;font:700 29px/42px Text;color:#0b5c5e',
        w.price,
      ),
    (w) =>
      box(
        'left:44px;top:36px;width:552px;height:170px',
        'font:300 92px/1 Text;letter-spacing:-.045em;color:#5e0d33',
        `<div>${w.title[0]}</div><div style="font-weight:850">${w.title[1]}</div>`,
      ) +
      box(
        'left:46px;bottom:38px;width:330px;height:40px',
        'font:600 27px/40px Text;color:#5e0d33',
        w.shop,
      ) +
      `<div style="position:absolute;right:36px;bottom:30px;width:216px;height:58px;border-radius:29px;background:#5e0d33"></div>` +
      box(
        'right:50px;bottom:38px;width:188px;height:42px',
        'text-align:center;font:700 30px/42px Text;color:#ffe9dc',
        w.price,
      ),
  ],
  kirana: [
    (w) =>
      box(
        'left:40px;top:34px;width:560px;height:130px',
        'font:850 66px/1 Text;letter-spacing:-.035em;color:#fff',
        `<div>${w.title[0]}</div><div style="color:#ffc02e">${w.title[1]}</div>`,
      ) +
      box(
        'left:42px;bottom:28px;width:260px;height:34px',
        'font:600 25px/34px Text;color:#dfe7e6',
        w.shop,
      ) +
      box(
        'right:40px;bottom:28px;width:290px;height:34px',
        'text-align:right;font:600 25px/34px Text;color:#9ed36a',
        w.note,
      ),
    (w) =>
      box(
        'left:38px;top:36px;width:564px;height:190px',
        'font:900 92px/.98 Text;letter-spacing:-.045em;color:#1f1300',
        lines(w),
      ) +
      `<div style="position:absolute;left:38px;top:244px;width:330px;height:54px;background:#11572b;border-radius:8px"></div>` +
      box(
        'left:54px;top:251px;width:298px;height:40px',
        'font:700 27px/40px Text;color:#fff',
        w.note,
      ) +
      `<div style="position:absolute;left:0;bottom:0;width:640px;height:64px;background:#1f1300"></div>` +
      box(
        'left:38px;bottom:13px;width:300px;height:38px',
        'font:700 28px/38px Text;color:#ffd24a',
        w.shop,
      ) +
      box(
        'right:38px;bottom:13px;width:240px;height:38px',
        'text-align:right;font:600 26px/38px Text;color:#fff',
        w.price,
      ),
  ],
  tailor: [
    (w) =>
      `<div style="position:absolute;inset:20px;border:3px dashed #f2d9a5;border-radius:18px"></div>` +
      box(
        'left:56px;top:58px;width:528px;height:34px',
        'font:600 26px Text;color:#f2b84b',
        w.shop,
      ) +
      box(
        'left:54px;top:96px;width:532px;height:160px',
        'font:800 76px/1.02 Text;letter-spacing:-.035em;color:#fff6e2',
        lines(w),
      ) +
      box(
        'left:56px;bottom:50px;width:260px;height:36px',
        'font:700 29px/36px Text;color:#f2b84b',
        w.price,
      ),
    (w) =>
      `<div style="position:absolute;left:0;bottom:0;width:640px;height:176px;background:#c8102e"></div><div style="position:absolute;left:0;bottom:166px;width:640px;border-top:3px dashed #fff6e2"></div>` +
      box(
        'left:36px;bottom:18px;width:568px;height:134px',
        'font:850 62px/1.06 Text;letter-spacing:-.03em;color:#fff6e2',
        lines(w),
      ) +
      box(
        'left:38px;top:32px;width:330px;height:38px',
        'font:700 28px/38px Text;color:#7c1323',
        w.shop,
      ) +
      box(
        'right:38px;top:32px;width:220px;height:38px',
        'text-align:right;font:700 28px/38px Text;color:#0c5552',
        w.price,
      ),
  ],
  salon: [
    (w) =>
      box(
        'left:60px;top:40px;width:520px;height:30px',
        'text-align:center;font:500 22px Text;letter-spacing:.16em;text-transform:uppercase;color:#8d3b3f',
        w.shop,
      ) +
      box(
        'left:40px;top:84px;width:560px;height:160px',
        'text-align:center;font:200 82px/1 Text;letter-spacing:-.04em;color:#6d2126',
        `<div>${w.title[0]}</div><div style="font-weight:650">${w.title[1]}</div>`,
      ) +
      box(
        'left:60px;bottom:14px;width:520px;height:34px',
        'text-align:center;font:500 25px/34px Text;color:#8d3b3f',
        w.note,
      ),
    (w) =>
      box(
        'left:40px;top:38px;width:400px;height:150px',
        'font:750 70px/1 Text;letter-spacing:-.04em;color:#0d3b34',
        lines(w),
      ) +
      box(
        'left:42px;bottom:76px;width:400px;height:34px',
        'font:500 25px/34px Text;color:#23574d',
        w.note,
      ) +
      box(
        'left:42px;bottom:34px;width:400px;height:38px',
        'font:700 28px/38px Text;color:#0d3b34',
        w.shop,
      ) +
      `<div style="position:absolute;right:40px;top:40px;width:148px;height:148px;border-radius:50%;background:#0d3b34"></div>` +
      box(
        'right:52px;top:84px;width:124px;height:60px',
        'text-align:center;font:750 36px/60px Text;color:#f7d9a0',
        w.price,
      ),
  ],
  coaching: [
    (w) =>
      box(
        'left:36px;top:32px;width:568px;height:190px',
        'font:900 108px/.92 Text;letter-spacing:-.05em;color:#11131c',
        lines(w),
      ) +
      `<div style="position:absolute;right:0;top:212px;width:290px;height:52px;background:#11131c"></div>` +
      box(
        'right:20px;top:218px;width:254px;height:40px',
        'text-align:right;font:700 27px/40px Text;color:#ffdb2e',
        w.note,
      ) +
      box(
        'left:38px;bottom:26px;width:280px;height:38px',
        'font:700 28px/38px Text;color:#11131c',
        w.shop,
      ) +
      box(
        'right:38px;bottom:26px;width:270px;height:38px',
        'text-align:right;font:600 26px/38px Text;color:#11131c',
        w.price,
      ),
    (w) =>
      box(
        'left:40px;top:34px;width:560px;height:120px',
        'font:850 88px/1.1 Text;letter-spacing:-.045em;color:#fff;white-space:nowrap',
        `<span>${w.title[0]} </span><span style="background:#ffcf1f;color:#0a1c5c;padding:0 .14em;border-radius:.1em;box-decoration-break:clone">${w.title[1]}</span>`,
      ) +
      box(
        'left:42px;bottom:38px;width:300px;height:40px',
        'font:700 30px/40px Text;color:#fff',
        w.shop,
      ) +
      box(
        'right:40px;bottom:38px;width:250px;height:40px',
        'text-align:right;font:600 28px/40px Text;color:#ffcf1f',
        w.note,
      ),
  ],
  dairy: [
    (w) =>
      box(
        'left:38px;top:36px;width:564px;height:140px',
        'font:850 72px/.98 Text;letter-spacing:-.04em;color:#06357a',
        lines(w),
      ) +
      seal(556, 100, 60, '#fff', '#06357a') +
      inSeal(556, 100, 60, 'font:800 27px Text;color:#06357a', w.price.replace(' ', '<br>')) +
      box(
        'left:40px;bottom:28px;width:300px;height:38px',
        'font:700 29px/38px Text;color:#06357a',
        w.shop,
      ) +
      box(
        'right:40px;bottom:28px;width:270px;height:38px',
        'text-align:right;font:500 26px/38px Text;color:#06357a',
        w.note,
      ),
    (w) =>
      box(
        'left:36px;top:30px;width:568px;height:104px',
        'text-align:center;font:900 94px/1.1 Text;letter-spacing:-.05em;color:#fff;white-space:nowrap',
        w.title[0]!,
      ) +
      box(
        'left:60px;bottom:96px;width:520px;height:72px',
        'text-align:center;font:800 62px/72px Text;letter-spacing:-.03em;color:#0a3fa0;white-space:nowrap',
        w.title[1]!,
      ) +
      box(
        'left:60px;bottom:42px;width:520px;height:40px',
        'text-align:center;font:600 29px/40px Text;color:#0a3fa0',
        `${w.shop} · ${w.price}`,
      ),
  ],
  jewellery: [
    (w) =>
      box(
        'left:328px;top:50px;width:280px;height:150px',
        'text-align:right;font:250 76px/.98 Text;letter-spacing:-.04em;color:#f7d58d',
        `<div>${w.title[0]}</div><div style="font-weight:700">${w.title[1]}</div>`,
      ) +
      box(
        'left:328px;top:214px;width:280px;height:34px',
        'text-align:right;font:500 24px/34px Text;color:#cfe6dc',
        w.price,
      ) +
      box(
        'left:36px;bottom:26px;width:360px;height:34px',
        'font:600 25px/34px Text;letter-spacing:.03em;color:#f7d58d',
        w.shop,
      ) +
      box(
        'right:34px;bottom:26px;width:210px;height:34px',
        'text-align:right;font:500 22px/34px Text;color:#cfe6dc',
        w.note,
      ),
    (w) =>
      `<div style="position:absolute;inset:18px;border:1.5px solid #a9783c"></div>` +
      box(
        'left:300px;top:48px;width:296px;height:150px',
        'text-align:right;font:650 70px/1 Text;letter-spacing:-.04em;color:#5a2b12',
        lines(w),
      ) +
      box(
        'left:300px;bottom:84px;width:296px;height:38px',
        'text-align:right;font:600 26px/38px Text;color:#0a5a3c',
        w.price,
      ) +
      box(
        'left:300px;bottom:46px;width:296px;height:36px',
        'text-align:right;font:600 25px/36px Text;color:#5a2b12',
        w.shop,
      ),
  ],
  tiffin: [
    (w) =>
      box(
        'left:368px;top:46px;width:250px;height:170px',
        'font:900 70px/.98 Text;letter-spacing:-.045em;color:#fff3dc',
        lines(w),
      ) +
      box(
        'left:370px;top:226px;width:246px;height:34px',
        'font:600 23px/34px Text;color:#4a1300',
        w.note,
      ) +
      seal(500, 346, 74, '#fff3dc', '#b33a00') +
      inSeal(500, 346, 74, 'font:850 46px Text;color:#b33a00', w.price) +
      box(
        'left:36px;bottom:26px;width:360px;height:38px',
        'font:700 29px/38px Text;color:#fff3dc',
        w.shop,
      ),
    (w) =>
      box(
        'left:36px;top:30px;width:430px;height:140px',
        'font:850 72px/.98 Text;letter-spacing:-.04em;color:#fffbe8',
        lines(w),
      ) +
      seal(548, 104, 66, '#ffc53d', '#0e3d1c') +
      inSeal(548, 104, 66, 'font:850 42px Text;color:#0e3d1c', w.price) +
      box(
        'left:38px;bottom:20px;width:280px;height:34px',
        'font:700 26px/34px Text;color:#ffc53d',
        w.shop,
      ) +
      box(
        'right:38px;bottom:20px;width:270px;height:34px',
        'text-align:right;font:500 24px/34px Text;color:#fffbe8',
        w.note,
      ),
  ],
  mobile: [
    (w) =>
      box(
        'left:38px;top:34px;width:564px;height:136px',
        'font:850 68px/1 Text;letter-spacing:-.04em;color:#fff',
        `<div>${w.title[0]}</div><div style="color:#ffd34d">${w.title[1]}</div>`,
      ) +
      box(
        'left:40px;bottom:30px;width:290px;height:40px',
        'font:700 29px/40px Text;color:#fff',
        w.shop,
      ) +
      `<div style="position:absolute;right:36px;bottom:26px;width:210px;height:52px;border-radius:26px;background:#ffd34d"></div>` +
      box(
        'right:50px;bottom:32px;width:182px;height:40px',
        'text-align:center;font:750 29px/40px Text;color:#2a1063',
        w.price,
      ),
    (w) =>
      `<div style="position:absolute;left:0;bottom:0;width:640px;height:182px;background:#e8480c"></div>` +
      box(
        'left:36px;bottom:26px;width:568px;height:132px',
        'font:850 60px/1.08 Text;letter-spacing:-.035em;color:#fff',
        lines(w),
      ) +
      box(
        'left:38px;top:30px;width:300px;height:38px',
        'font:750 28px/38px Text;color:#14151a',
        w.shop,
      ) +
      box(
        'right:38px;top:30px;width:220px;height:38px',
        'text-align:right;font:700 28px/38px Text;color:#e8480c',
        w.price,
      ),
  ],
};
