import { ChevronDown, ExternalLink } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useWaitingProposals } from '../../../api/admin';
import { api } from '../../../api/client';
import { useApi } from '../../../api/use-api';
import { useAction } from '../../../app/base/use-action';
import { useBack } from '../../../browser/back';
import { useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { classes, panelClasses } from '../../../ui/classes';
import { getAdminPages } from './admin-pages';

const item =
  'inline-flex min-h-10 items-center gap-1 border-b-[2.5px] border-transparent px-2 text-note font-semibold whitespace-nowrap text-ink-soft hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:border-ink aria-[current=page]:text-ink sm:px-2.5 pointer-coarse:min-h-11';
const menuItem =
  'flex min-h-9 items-center gap-2 rounded-lg px-3 text-note font-medium outline-none select-none data-highlighted:bg-sunk aria-[current=page]:bg-ink aria-[current=page]:text-on-ink pointer-coarse:min-h-11';

/** The first row has the specified pages; one menu has the others, in groups. */
export function AdminNav() {
  const { t } = useTranslation();
  const { data: me } = useApi('GET /api/admin/me');
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(false);
  useBack(isOpen, () => setOpen(false));
  const { main, groups } = me ? getAdminPages(me) : { main: [], groups: [] };
  const current = groups.flatMap(({ pages }) => pages).find(([, path]) => isBelow(pathname, path));

  return (
    <nav
      ref={me && keepCurrentInView}
      aria-label={t('admin.pages')}
      className="relative -mb-px flex min-h-10 min-w-0 flex-1 overflow-x-auto [scrollbar-width:none] max-sm:-ml-2 sm:-ml-2.5 pointer-coarse:min-h-11"
    >
      {main.map(([name, path]) => (
        <Link
          key={name}
          to={path}
          aria-current={isBelow(pathname, path) ? 'page' : undefined}
          className={item}
        >
          {t(`admin.${name}`)}
        </Link>
      ))}
      {groups.length > 0 && (
        <DropdownMenu.Root modal={false} open={isOpen} onOpenChange={setOpen}>
          <DropdownMenu.Trigger
            aria-current={current ? 'page' : undefined}
            className={classes(item, 'sm:ml-2')}
          >
            {t(current ? `admin.${current[0]}` : 'admin.more')}
            {(!current || current[0] === 'approvals') && <WaitingCount />}
            <ChevronDown aria-hidden className="size-3.5" />
          </DropdownMenu.Trigger>
          <DropdownMenu.Portal>
            <DropdownMenu.Content
              align="start"
              sideOffset={4}
              collisionPadding={8}
              className={classes(
                panelClasses,
                'grid max-h-(--radix-dropdown-menu-content-available-height) gap-x-2 max-sm:w-64 sm:grid-cols-3',
              )}
            >
              {groups.map(({ name, pages }) => (
                <DropdownMenu.Group key={name} className="sm:min-w-40">
                  <DropdownMenu.Label className="px-3 pt-2 pb-1 text-note text-ink-soft">
                    {t(`admin.${name}`)}
                  </DropdownMenu.Label>
                  {pages.map(([page, path]) => (
                    <DropdownMenu.Item key={page} asChild>
                      <Link
                        to={path}
                        aria-current={current?.[0] === page ? 'page' : undefined}
                        className={menuItem}
                      >
                        {t(`admin.${page}`)}
                        {page === 'approvals' && <WaitingCount />}
                      </Link>
                    </DropdownMenu.Item>
                  ))}
                  {name === 'groupPeople' && <QueuesLink />}
                </DropdownMenu.Group>
              ))}
            </DropdownMenu.Content>
          </DropdownMenu.Portal>
        </DropdownMenu.Root>
      )}
    </nav>
  );
}

/** On a phone, the row scrolls to the current page, also when the notices beside it take some of its width. */
function keepCurrentInView(row: HTMLElement) {
  const observer = new ResizeObserver(() => {
    const current = row.querySelector<HTMLElement>('[aria-current=page]');
    if (current) row.scrollLeft = current.offsetLeft + current.offsetWidth - row.clientWidth;
  });
  observer.observe(row);
  return () => observer.disconnect();
}

/** Whether the address is `path` or a page below it (`/admin/ledger/event`). */
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

/** The queue board accepts no token, so a short-lived cookie opens it. */
function QueuesLink() {
  const { t } = useTranslation();
  const { run, busy } = useAction(
    async () => {
      // Opens the tab before awaiting, because browsers block a tab that no click has opened.
      const tab = window.open('about:blank', '_blank');
      try {
        const { url } = await api('POST /api/admin/queues/session');
        if (tab) tab.location.href = url;
        else window.location.assign(url);
      } catch (thrown) {
        tab?.close();
        throw thrown;
      }
    },
    { toast: true },
  );

  return (
    <DropdownMenu.Item disabled={busy} onSelect={() => void run()} className={menuItem}>
      {t('admin.queues')}
      <ExternalLink aria-hidden className="size-3.5" />
      <span className="sr-only">{t('admin.newTab')}</span>
    </DropdownMenu.Item>
  );
}
