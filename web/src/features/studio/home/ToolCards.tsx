import type { CSSProperties } from 'react';
import { Link } from 'react-router-dom';
import { cardModes, lineModes, tools } from '@sachet/shared/tools';
import { modeIcon, modeName, modePrice, toInk } from '../../../app/base/tools';
import { useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { Packet } from '../../../ui/Packet';

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
        {cardModes.map((mode) => {
          const Icon = modeIcon[mode];
          return (
            <li key={mode} className="grid">
              <article
                className="group relative grid rounded-t-md rounded-b-xl has-[h3_:focus-visible]:outline-[2.5px] has-[h3_:focus-visible]:outline-offset-2 has-[h3_:focus-visible]:outline-ink"
                style={{ '--print': toInk(tools[mode].print) } as CSSProperties}
              >
                <Packet
                  className="transition-transform duration-200 ease-out group-hover:-translate-y-1"
                  isFilled
                >
                  <div className="grid grid-cols-[auto_minmax(0,1fr)]">
                    <div className="grid w-9 place-items-center bg-(--print) pt-1 lg:w-18">
                      <Icon aria-hidden className="size-5 lg:size-7" />
                    </div>
                    <div className="grid content-center px-2 pt-3 pb-1.5 text-note leading-snug lg:grid-rows-[auto_1fr_auto] lg:content-stretch lg:px-4 lg:pt-4 lg:pb-3">
                      <h3 className="font-bold lg:text-body">
                        <Link
                          to={paths.mode(mode)}
                          className="after:absolute after:inset-0 focus-visible:outline-none"
                        >
                          {modeName(t, mode)}
                        </Link>
                      </h3>
                      <p className="text-pretty text-ink-soft max-lg:hidden">
                        {t(`tool.${mode}Text`)}
                      </p>
                      <p className="font-semibold tabular-nums lg:mt-1">{modePrice(t, mode)}</p>
                    </div>
                  </div>
                </Packet>
              </article>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The other tools. They are below the prompt box and the pictures, which the first screen must show. */
export function ToolLines() {
  const { t } = useTranslation();
  return (
    <ul className="grid gap-2">
      {lineModes.map((mode) => {
        const Icon = modeIcon[mode];
        return (
          <li key={mode} className="grid">
            <Link
              to={paths.mode(mode)}
              className="flex min-h-11 items-center gap-3 rounded-xl border border-fold bg-packet px-3 py-1.5 text-note hover:border-edge"
            >
              <span
                aria-hidden
                className="grid size-8 shrink-0 place-items-center rounded-lg"
                style={{ background: toInk(tools[mode].print) }}
              >
                <Icon className="size-5" />
              </span>
              <span className="min-w-0 flex-1 font-bold">{modeName(t, mode)}</span>
              <span className="font-semibold tabular-nums">{modePrice(t, mode)}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
