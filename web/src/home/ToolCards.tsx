import { Link } from 'react-router-dom';
import { heroModes, isPaid, modeName, modePrice } from '../app/tools';
import { useTranslation } from '../i18n/translate';
import { paths } from '../paths';
import { classes } from '../ui/classes';
import { Packet } from '../ui/Packet';
import { ToolArt } from './ToolArt';

const print: Record<(typeof heroModes)[number], string> = {
  instagram: 'var(--print-rose)',
  general: 'var(--print-sky)',
  image: 'var(--print-lilac)',
  edit_image: 'var(--print-jade)',
};

const price =
  'inline-grid min-h-8 content-center rounded-2xl px-3 tabular-nums after:absolute after:-inset-2';

/** The four tools, hung side by side like packets in a shop. */
export function ToolCards() {
  const { t } = useTranslation();
  return (
    <ul className="grid fit-columns-8.5 gap-3 sm:grid-cols-2 sm:gap-5 lg:grid-cols-4">
      {heroModes.map((mode) => (
        <li key={mode} className="grid">
          <article
            className="group relative grid rounded-t-md rounded-b-xl has-[h3_:focus-visible]:outline-[2.5px] has-[h3_:focus-visible]:outline-offset-4 has-[h3_:focus-visible]:outline-ink"
            style={{ '--print': print[mode] } as React.CSSProperties}
          >
            <Packet className="transition-transform duration-200 ease-out group-hover:-translate-y-1.5 [&>.pinked]:h-full [&>.pinked]:grid-rows-[auto_auto_1fr]">
              <div className="crimp h-7 bg-(--print)" />
              <div className="h-22 overflow-hidden border-t border-dashed border-ink/30 bg-(--print) sm:h-34">
                <ToolArt mode={mode} />
              </div>
              <div className="grid grid-rows-[auto_1fr_auto] gap-1 p-3.5 sm:p-5">
                <h3 className="text-lead font-bold">
                  <Link
                    to={paths.mode(mode)}
                    className="after:absolute after:inset-0 focus-visible:outline-none"
                  >
                    {modeName(t, mode)}
                  </Link>
                </h3>
                <p className="text-ink-soft max-sm:text-note">{t(`tool.${mode}Text`)}</p>
                <p className="mt-3 text-note font-bold sm:mt-4">
                  {isPaid(mode) ? (
                    <Link
                      to={paths.prices}
                      className={classes(
                        price,
                        'relative bg-marigold text-on-marigold hover:bg-marigold-press',
                      )}
                    >
                      {modePrice(t, mode)}
                    </Link>
                  ) : (
                    <span className={classes(price, 'bg-sunk text-ink')}>{modePrice(t, mode)}</span>
                  )}
                </p>
              </div>
            </Packet>
          </article>
        </li>
      ))}
    </ul>
  );
}
