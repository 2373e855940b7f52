import type { AdminNotice } from '@sachet/shared/contracts/admin-notices';
import { formatPrice } from '@sachet/shared/money';
import { ExternalLink, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useAdminNotices, useWaitingProposals } from '../../api/admin';
import { api } from '../../api/client';
import { toErrorMessage } from '../../api/errors';
import { useApi } from '../../api/use-api';
import { IndianTimeNote, Moment } from '../../app/Moment';
import { providerName } from '../../app/provider';
import { usePageTitle } from '../../browser/page-title';
import { type TFunction, useTranslation } from '../../i18n/translate';
import { paths } from '../../paths';
import { classes } from '../../ui/classes';
import { notify } from '../../ui/Toaster';
import { type AdminPageName, getAdminPages } from './admin-pages';

/** The frame of every admin page: navigation, notices, and the heading with the page's buttons. */
export function AdminPage({
  page,
  title,
  actions,
  children,
}: {
  page: AdminPageName;
  /** Default: the page's name. */
  title?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  usePageTitle(t(`admin.${page}`));
  return (
    <div className="mx-auto grid max-w-7xl grid-cols-[minmax(0,1fr)] gap-4 px-4 pt-3 sm:px-6">
      <AdminNav />
      <Notices page={page} />
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="text-title font-bold">{title ?? t(`admin.${page}`)}</h1>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      <IndianTimeNote />
      {children}
    </div>
  );
}

const item =
  'inline-flex min-h-10 items-center gap-1.5 border-b-[2.5px] border-transparent px-2.5 text-note font-semibold whitespace-nowrap text-ink-soft hover:text-ink pointer-coarse:min-h-11';

/** The navigation is mounted again with each page. On a phone it scrolls sideways to the current page. */
function AdminNav() {
  const { t } = useTranslation();
  const { data: me } = useApi('GET /api/admin/me');
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
  const [busy, setBusy] = useState(false);

  async function open() {
    setBusy(true);
    // Opens the tab before awaiting, because browsers block a tab that no click has opened.
    const tab = window.open('about:blank', '_blank');
    try {
      const { url } = await api('POST /api/admin/queues/session');
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

/**
 * A notice stays until its cause ends; it cannot be dismissed. All proposals that wait for this admin
 * share one notice, which the approvals page itself leaves out.
 */
function Notices({ page }: { page: AdminPageName }) {
  const { t } = useTranslation();
  const { data } = useAdminNotices();
  const waiting = useWaitingProposals();
  const others = data?.notices.filter(({ kind }) => kind !== 'proposal_waiting') ?? [];
  const newest = page === 'approvals' ? undefined : waiting[0];
  const notices = newest ? [newest, ...others] : others;
  if (notices.length === 0) return null;
  return (
    <ul
      aria-label={t('admin.notices')}
      className="divide-y divide-fold rounded-lg border border-vermilion/40 bg-vermilion-wash text-note"
    >
      {notices.map((notice) => (
        <li key={notice.id} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 px-3 py-2">
          <TriangleAlert aria-hidden className="size-4 shrink-0 self-center text-vermilion" />
          <span className="min-w-0 flex-1 basis-60 font-semibold wrap-anywhere">
            {toNoticeMessage(t, notice, waiting.length)}
          </span>
          <Moment timestamp={notice.raisedAt} className="text-ink-soft" />
          <ActionLink notice={notice} />
        </li>
      ))}
    </ul>
  );
}

function ActionLink({ notice }: { notice: AdminNotice }) {
  const { t } = useTranslation();
  const target = actionPage[notice.kind];
  if (!target) return null;
  const path =
    notice.kind === 'invitation_reported' ? paths.adminUser(notice.data.inviterUid) : target.path;
  return (
    <Link
      to={path}
      className="-my-1 inline-flex min-h-9 items-center font-semibold underline underline-offset-2 pointer-coarse:min-h-11"
    >
      {t(`admin.${target.page}`)}
    </Link>
  );
}

/** The page where an admin can act on the notice; null if only operators can. */
const actionPage: Record<AdminNotice['kind'], { page: AdminPageName; path: string } | null> = {
  provider_low: { page: 'billing', path: paths.adminBilling },
  provider_refuses: { page: 'billing', path: paths.adminBilling },
  default_deprecated: { page: 'models', path: paths.admin },
  model_rerouted: { page: 'models', path: paths.admin },
  free_call: { page: 'models', path: paths.admin },
  no_model: { page: 'models', path: paths.admin },
  model_ending: { page: 'models', path: paths.admin },
  daily_budget_used: { page: 'users', path: paths.adminUsers },
  proposal_waiting: { page: 'approvals', path: paths.adminApprovals },
  audit_finding: { page: 'ledger', path: paths.ledger({ view: 'verification' }) },
  invitation_reported: { page: 'users', path: paths.adminUsers },
  content_reported: { page: 'reports', path: paths.adminReports },
  images_not_stored: null,
};

const budgetNotice = {
  bonus: 'admin.noticeBonus',
  unverified_bonus: 'admin.noticeUnverifiedBonus',
  referral: 'admin.noticeReferral',
  free_work: 'admin.noticeFreeWork',
  unpaid_free_work: 'admin.noticeUnpaidFreeWork',
  unverified_free_work: 'admin.noticeUnverifiedFreeWork',
} as const;

/** US dollars, because providers bill in them. */
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

function toNoticeMessage(t: TFunction, notice: AdminNotice, waitingProposals: number): string {
  if (notice.kind === 'proposal_waiting') {
    return t('admin.noticeProposals', { number: waitingProposals });
  }
  if (notice.kind === 'provider_low') {
    const { provider, remainingUSD, thresholdUSD } = notice.data;
    return t('admin.noticeLow', {
      provider: providerName[provider],
      remaining: dollars.format(remainingUSD),
      threshold: dollars.format(thresholdUSD),
    });
  }
  if (notice.kind === 'default_deprecated') {
    const { purpose, from, to } = notice.data;
    const words = { purpose: t(`admin.purpose.${purpose}`), from, to: to ?? '' };
    return to ? t('admin.noticeDefault', words) : t('admin.noticeNoDefault', words);
  }
  if (notice.kind === 'no_model') {
    const uses = notice.data.uses.map((use) => t(`admin.use.${use}`)).join(', ');
    return t('admin.noticeNoModel', { provider: providerName[notice.data.provider], uses });
  }
  if (notice.kind === 'model_rerouted') {
    const { modelId, answeredBy } = notice.data;
    return t('admin.noticeRerouted', { model: modelId, other: answeredBy });
  }
  if (notice.kind === 'free_call') {
    return t('admin.noticeFreeCall', { model: notice.data.modelId });
  }
  if (notice.kind === 'model_ending') {
    const { modelId, endsOn } = notice.data;
    return t('admin.noticeEnding', { model: modelId, day: endsOn });
  }
  if (notice.kind === 'audit_finding') {
    const { check, subject } = notice.data;
    return t('admin.noticeAudit', { check: t(`adminLedger.check.${check}`), subject });
  }
  if (notice.kind === 'invitation_reported') return t('admin.noticeReported', notice.data);
  if (notice.kind === 'images_not_stored') return t(`admin.noticeImages.${notice.data.state}`);
  if (notice.kind === 'content_reported') return t('admin.noticeContent');
  if (notice.kind === 'daily_budget_used') {
    const { budget, limit } = notice.data;
    const isInRupees = ['bonus', 'unverified_bonus', 'referral'].includes(budget);
    const amount = isInRupees ? formatPrice(limit) : dollars.format(limit);
    return t(budgetNotice[budget], { limit: amount });
  }
  const { provider, category, modelId, status, code } = notice.data;
  const details = [modelId, status, code].filter((part) => part !== null).join(' · ');
  const words = { provider: providerName[provider], details };
  return t(category === 'quota' ? 'admin.noticeQuota' : 'admin.noticeAccess', words);
}

/** A link to one view of a page. Each view has its own address. */
export function ViewLink({
  to,
  isCurrent,
  children,
}: {
  to: string;
  isCurrent: boolean;
  children: ReactNode;
}) {
  return (
    <Link
      to={to}
      preventScrollReset
      aria-current={isCurrent ? 'page' : undefined}
      className={classes(
        'inline-flex min-h-9 items-center justify-center rounded-lg border-[1.5px] px-3 text-center text-note font-semibold pointer-coarse:min-h-11',
        isCurrent ? 'border-ink bg-ink text-on-ink' : 'border-fold bg-packet hover:border-edge',
      )}
    >
      {children}
    </Link>
  );
}
