import { ExternalLink } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { openQueuesSession, useWaitingProposals } from '../../api/admin';
import { useAdminMe } from '../../api/hooks';
import { toErrorMessage } from '../../api/errors';
import { useTranslation } from '../../i18n/translate';
import { paths } from '../../paths';
import { classes } from '../../ui/classes';
import { notify } from '../../ui/Toaster';
import { getAdminPages } from './admin-pages';

const item =
  'inline-flex min-h-10 items-center gap-1.5 border-b-[2.5px] border-transparent px-2.5 text-note font-semibold whitespace-nowrap text-ink-soft hover:text-ink pointer-coarse:min-h-11';

/** In `AdminPage`, mounted anew on every page. On a phone it scrolls sideways by itself. */
export function AdminNav() {
  const { t } = useTranslation();
  const { data: me } = useAdminMe();
  const { pathname } = useLocation();
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    const current = nav.current?.querySelector('[aria-current=page]');
    current?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, []);

  return (
    <nav
      ref={nav}
      aria-label={t('admin.pages')}
      className="relative -mx-4 flex overflow-x-auto border-b border-fold px-1.5 [scrollbar-width:none] sm:-mx-6 sm:px-3.5 lg:-mx-2.5 lg:px-0"
    >
      {(me ? getAdminPages(me) : []).map(([name, path]) => (
        <Link
          key={name}
          to={path}
          aria-current={isBelow(pathname, path) ? 'page' : undefined}
          className={classes(
            item,
            'aria-[current=page]:border-ink aria-[current=page]:text-ink focus-visible:-outline-offset-2',
          )}
        >
          {t(`admin.${name}`)}
          {name === 'approvals' && <WaitingCount />}
        </Link>
      ))}
      {me?.isSuperAdmin && <QueuesLink />}
    </nav>
  );
}

/** The page itself, or one that is part of it (`/admin/ledger/event`). */
const isBelow = (pathname: string, path: string) =>
  pathname === path || (path !== paths.admin && pathname.startsWith(`${path}/`));

function WaitingCount() {
  const { t } = useTranslation();
  const waiting = useWaitingProposals();
  if (waiting.length === 0) return null;
  return (
    <span className="min-w-5 rounded-full bg-ink px-1.5 text-center text-on-ink tabular-nums">
      {waiting.length}
      <span className="sr-only"> {t('admin.waiting')}</span>
    </span>
  );
}

/** The queues' pages are not ours and take no token: a cookie for some minutes lets them open. */
function QueuesLink() {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);

  async function open() {
    setBusy(true);
    // Now, while the browser still takes it for an answer to the press.
    const tab = window.open('about:blank', '_blank');
    try {
      const { url } = await openQueuesSession();
      if (tab) tab.location.href = url;
      else window.location.assign(url);
    } catch (thrown) {
      tab?.close();
      notify.error(toErrorMessage(t, thrown));
    } finally {
      setBusy(false);
    }
  }

  return (
    <button
      type="button"
      disabled={busy}
      onClick={() => void open()}
      className={classes(item, 'focus-visible:-outline-offset-2')}
    >
      {t('admin.queues')}
      <ExternalLink aria-hidden className="size-3.5" />
      <span className="sr-only">{t('admin.newTab')}</span>
    </button>
  );
}
