import type { AdminNotice } from '@sachet/shared/contracts/admin-notices';
import { formatPrice } from '@sachet/shared/money';
import { TriangleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useAdminNotices, useWaitingProposals } from '../../api/admin';
import { Moment } from '../../app/Moment';
import { providerName } from '../../app/provider';
import { type TFunction, useTranslation } from '../../i18n/translate';
import { paths } from '../../paths';
import type { AdminPageName } from './admin-pages';

/**
 * In `AdminPage`. Each stands until what it tells of has ended; none can be waved away before. What
 * waits for this admin's approval is one of them, however much it is, and not on its own page.
 */
export function Notices({ page }: { page: AdminPageName }) {
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
          <ActLink notice={notice} />
        </li>
      ))}
    </ul>
  );
}

function ActLink({ notice }: { notice: AdminNotice }) {
  const { t } = useTranslation();
  const place = placeToAct[notice.kind];
  if (!place) return null;
  const path =
    notice.kind === 'invitation_reported' ? paths.adminUser(notice.data.inviterUid) : place.path;
  return (
    <Link
      to={path}
      className="-my-1 inline-flex min-h-9 items-center font-semibold underline underline-offset-2 pointer-coarse:min-h-11"
    >
      {t(`admin.${place.page}`)}
    </Link>
  );
}

/** The page on which something can be done about it; null where that is for operators. */
const placeToAct: Record<AdminNotice['kind'], { page: AdminPageName; path: string } | null> = {
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
  free_work: 'admin.noticeFreeWork',
  unpaid_free_work: 'admin.noticeUnpaidFreeWork',
  unverified_free_work: 'admin.noticeUnverifiedFreeWork',
} as const;

/** Dollars, as the providers bill. */
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
    const isBonus = budget === 'bonus' || budget === 'unverified_bonus';
    const amount = isBonus ? formatPrice(limit) : dollars.format(limit);
    return t(budgetNotice[budget], { limit: amount });
  }
  const { provider, category, modelId, status, code } = notice.data;
  const details = [modelId, status, code].filter((part) => part !== null).join(' · ');
  const words = { provider: providerName[provider], details };
  return t(category === 'quota' ? 'admin.noticeQuota' : 'admin.noticeAccess', words);
}
