import type { CSSProperties, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { heroModes, modeName, modePrice, modePrint } from '../app/tools';
import { useTranslation } from '../i18n/translate';
import { paths } from '../paths';
import { Packet } from '../ui/Packet';

/**
 * The four tools with their prices (docs/product.md, Main screen), on the first screen of every visitor and user:
 * two in a row on a phone, four on a desk.
 */
export function ToolCards() {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="tools">
      <h2 id="tools" className="sr-only">
        {t('home.choose')}
      </h2>
      <ul className="grid fit-columns-8.5 gap-2 md:grid-cols-4 md:gap-3 lg:gap-5">
        {heroModes.map((mode) => (
          <li key={mode} className="grid">
            <article
              className="group relative grid rounded-t-md rounded-b-xl has-[h3_:focus-visible]:outline-[2.5px] has-[h3_:focus-visible]:outline-offset-2 has-[h3_:focus-visible]:outline-ink"
              style={{ '--print': modePrint[mode] } as CSSProperties}
            >
              <Packet className="transition-transform duration-200 ease-out group-hover:-translate-y-1 [&>.pinked]:h-full [&>.pinked]:grid-cols-[auto_minmax(0,1fr)] [&>.pinked]:content-stretch">
                <div className="w-10 overflow-hidden bg-(--print) lg:w-24">
                  <ToolArt mode={mode} />
                </div>
                <div className="grid content-center px-2 pt-3 pb-1.5 text-note leading-snug lg:px-4 lg:pt-4 lg:pb-3">
                  <h3 className="font-bold lg:text-body">
                    <Link
                      to={paths.mode(mode)}
                      className="after:absolute after:inset-0 focus-visible:outline-none"
                    >
                      {modeName(t, mode)}
                    </Link>
                  </h3>
                  <p className="text-pretty text-ink-soft max-lg:hidden">{t(`tool.${mode}Text`)}</p>
                  <p className="font-semibold tabular-nums lg:mt-1">{modePrice(t, mode)}</p>
                </div>
              </Packet>
            </article>
          </li>
        ))}
      </ul>
    </section>
  );
}

type HeroMode = (typeof heroModes)[number];

/** An illustration for each tool. */
function ToolArt({ mode }: { mode: HeroMode }) {
  return (
    <svg
      viewBox="0 0 240 132"
      aria-hidden
      preserveAspectRatio="xMidYMax meet"
      overflow="visible"
      className="block h-full w-full"
      style={
        { '--deep': 'color-mix(in srgb, var(--print) 62%, var(--ink))' } as React.CSSProperties
      }
    >
      {art[mode]}
    </svg>
  );
}

const paper = { fill: 'var(--packet)' };
const ink = { fill: 'var(--ink)' };
const deep = { fill: 'var(--deep)' };

const art: Record<HeroMode, ReactNode> = {
  instagram: (
    <>
      <circle cx="196" cy="24" r="44" {...deep} opacity="0.35" />
      <g transform="rotate(-7 108 70)">
        <rect x="66" y="18" width="84" height="104" rx="5" {...paper} />
        <rect x="73" y="25" width="70" height="62" rx="2" {...deep} />
        <path d="M73 87V68l18-16 17 15 13-10 22 19v11z" {...ink} />
        <circle cx="125" cy="42" r="7" {...paper} />
        <rect x="73" y="95" width="52" height="5" rx="2.5" {...ink} />
        <rect x="73" y="106" width="34" height="5" rx="2.5" {...deep} />
      </g>
      <g transform="translate(150 66)">
        <path
          d="M0 10a10 10 0 0 1 10-10h34a10 10 0 0 1 10 10v18a10 10 0 0 1-10 10H20L8 47v-9.2A10 10 0 0 1 0 28z"
          {...ink}
        />
        <path
          d="M27 30c-9-6-11-9-11-13a6 6 0 0 1 11-3.5A6 6 0 0 1 38 17c0 4-2 7-11 13z"
          {...paper}
        />
      </g>
    </>
  ),
  general: (
    <>
      <circle cx="34" cy="118" r="52" {...deep} opacity="0.3" />
      <path
        d="M52 30a14 14 0 0 1 14-14h76a14 14 0 0 1 14 14v28a14 14 0 0 1-14 14H84L66 86V72a14 14 0 0 1-14-14z"
        {...paper}
      />
      <rect x="70" y="32" width="66" height="6" rx="3" {...ink} />
      <rect x="70" y="46" width="44" height="6" rx="3" {...deep} />
      <path
        d="M196 66a12 12 0 0 0-12-12h-58a12 12 0 0 0-12 12v28a12 12 0 0 0 12 12h46l16 13v-13.7a12 12 0 0 0 8-11.3z"
        {...ink}
      />
      <circle cx="137" cy="80" r="5.5" {...paper} />
      <circle cx="155" cy="80" r="5.5" {...paper} />
      <circle cx="173" cy="80" r="5.5" {...paper} />
    </>
  ),
  image: (
    <>
      <path d="M-80 132V84q50-44 110-14t70-12 68-8q60-22 152 20v62z" {...deep} opacity="0.35" />
      <rect x="52" y="18" width="104" height="96" rx="5" {...paper} />
      <rect x="60" y="26" width="88" height="80" rx="2" fill="var(--print)" />
      <circle cx="124" cy="50" r="13" {...paper} />
      <path d="M60 106V84q20-16 40-4t48-8v34z" {...deep} />
      <path d="M60 106v-8q26-14 46-4t42-6v18z" {...ink} />
      <path d="M186 20l4.5 12.5L203 37l-12.5 4.5L186 54l-4.5-12.5L169 37l12.5-4.5z" {...ink} />
      <path d="M198 66l3 8 8 3-8 3-3 8-3-8-8-3 8-3z" {...paper} />
    </>
  ),
  edit_image: (
    <>
      <circle cx="206" cy="110" r="46" {...deep} opacity="0.35" />
      <rect x="54" y="18" width="132" height="96" rx="5" {...paper} />
      <clipPath id="edit-left">
        <rect x="62" y="26" width="58" height="80" />
      </clipPath>
      <clipPath id="edit-right">
        <rect x="120" y="26" width="58" height="80" />
      </clipPath>
      <g clipPath="url(#edit-left)">
        <rect x="62" y="26" width="58" height="80" fill="var(--print)" />
        <circle cx="120" cy="62" r="24" {...deep} opacity="0.6" />
        <path d="M62 106V92q24-14 58-2v16z" {...deep} />
      </g>
      <g clipPath="url(#edit-right)">
        <rect x="120" y="26" width="58" height="80" {...ink} />
        <circle cx="120" cy="62" r="24" {...paper} />
        <path d="M120 90q34-10 58 4v12h-58z" fill="var(--print)" />
      </g>
      <rect x="118.5" y="12" width="3" height="108" {...ink} />
      <circle cx="120" cy="66" r="11" {...paper} stroke="var(--ink)" strokeWidth="3" />
      <path
        d="M117 62l-4 4 4 4M123 62l4 4-4 4"
        fill="none"
        stroke="var(--ink)"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </>
  ),
};
