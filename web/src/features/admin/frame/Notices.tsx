import type { AdminNotice } from '@sachet/shared/admin/contracts/admin-notices';
import { formatPrice } from '@sachet/shared/money';
import { toRemedyUrl } from '@sachet/shared/models/provider-remedies';
import { ExternalLink, TriangleAlert } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { useAdminNotices, useWaitingProposals } from '../../../api/admin';
import { Moment } from '../../../app/base/Moment';
import { useBack } from '../../../browser/back';
import { providerName } from '../../../app/base/provider';
import { type TFunction, useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import type { AdminPageName } from './admin-pages';
import { classes, panelClasses } from '../../../ui/classes';

/** A warning that a page itself computes. */
export interface AdminWarning {
  readonly key: string;
  readonly text: ReactNode;
}

/**
 * The number of notices, which opens their list. A notice stays until its cause ends; it cannot be dismissed. All
 * proposals that wait for this admin share one notice.
 */
export function Notices({ warnings }: { warnings: readonly AdminWarning[] }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  useBack(isOpen, () => setOpen(false));
  const { data } = useAdminNotices();
  const waiting = useWaitingProposals();
  const others = data?.notices.filter(({ kind }) => kind !== 'proposal_waiting') ?? [];
  const notices = waiting[0] ? [waiting[0], ...others] : others;
  const count = notices.length + warnings.length;
  if (count === 0) return null;
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger className="inline-flex min-h-9 shrink-0 items-center gap-1.5 rounded-lg bg-vermilion-wash px-2.5 text-note font-semibold text-vermilion pointer-coarse:min-h-11">
        <TriangleAlert aria-hidden className="size-4" />
        <span className="sr-only">{t('admin.notices')}: </span>
        <span className="tabular-nums">{count}</span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          className={classes(
            panelClasses,
            'max-h-(--radix-popover-content-available-height) w-[32rem] text-note',
          )}
        >
          <ul aria-label={t('admin.notices')} className="divide-y divide-fold">
            {notices.map((notice) => (
              <li key={notice.id} className="grid gap-0.5 px-3 py-2">
                <span className="font-semibold wrap-anywhere">
                  {toNoticeMessage(t, notice, waiting.length)}
                </span>
                <RefusalDetails notice={notice} />
                <span className="flex flex-wrap items-baseline gap-x-3">
                  <Moment timestamp={notice.raisedAt} className="text-ink-soft" />
                  <ActionLink notice={notice} />
                </span>
              </li>
            ))}
            {warnings.map(({ key, text }) => (
              <li key={key} className="grid gap-0.5 px-3 py-2">
                {text}
              </li>
            ))}
          </ul>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** Explains why a provider refuses, what to do and where, and quotes the provider. */
function RefusalDetails({ notice }: { notice: AdminNotice }) {
  const { t } = useTranslation();
  if (notice.kind !== 'provider_refuses' && notice.kind !== 'prompts_unchecked') return null;
  const { provider, cause, status, code, detail } = notice.data;
  const modelId = notice.kind === 'provider_refuses' ? notice.data.modelId : null;
  const signs = [modelId, status, code].filter((part) => part !== null).join(' · ');
  const url = toRemedyUrl(provider, cause);
  return (
    <>
      <span>{t(`admin.refusal.${cause}`)}</span>
      {url && (
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-9 w-fit items-center gap-1 font-semibold underline underline-offset-2 pointer-coarse:min-h-11"
        >
          {t('admin.refusalPlace', { provider: providerName[provider] })}
          <ExternalLink aria-hidden className="size-3.5" />
          <span className="sr-only">{t('admin.newTab')}</span>
        </a>
      )}
      {detail && (
        <q lang="en" className="wrap-anywhere text-ink-soft">
          {detail}
        </q>
      )}
      {signs && <span className="wrap-anywhere text-ink-soft">{signs}</span>}
    </>
  );
}

function ActionLink({ notice }: { notice: AdminNotice }) {
  const { t } = useTranslation();
  const target = actionPage[notice.kind];
  if (!target) return null;
  const path =
    notice.kind === 'invitation_reported' ? paths.adminUser(notice.data.inviterUid) : target.path;
  return (
    <Popover.Close asChild>
      <Link
        to={path}
        className="inline-flex min-h-9 items-center font-semibold underline underline-offset-2 pointer-coarse:min-h-11"
      >
        {t(`admin.${target.page}`)}
      </Link>
    </Popover.Close>
  );
}

/** The page where an admin can act on the notice; null if only operators can. */
const actionPage: Record<AdminNotice['kind'], { page: AdminPageName; path: string } | null> = {
  provider_low: { page: 'billing', path: paths.adminBilling },
  provider_refuses: { page: 'billing', path: paths.adminBilling },
  default_deprecated: { page: 'models', path: paths.admin },
  model_rerouted: { page: 'models', path: paths.admin },
  cheap_call: { page: 'models', path: paths.admin },
  prompts_unchecked: { page: 'billing', path: paths.adminBilling },
  parameter_refused: { page: 'models', path: paths.admin },
  no_model: { page: 'models', path: paths.admin },
  model_ending: { page: 'models', path: paths.admin },
  daily_budget_used: { page: 'users', path: paths.adminUsers },
  proposal_waiting: { page: 'approvals', path: paths.adminApprovals },
  audit_finding: { page: 'ledger', path: paths.ledger({ view: 'verification' }) },
  invitation_reported: { page: 'users', path: paths.adminUsers },
  content_reported: { page: 'reports', path: paths.adminReports },
  document_held: { page: 'users', path: paths.adminUsers },
  refund_failed: { page: 'payments', path: paths.adminPayments },
  images_not_stored: null,
};

const budgetNotice = {
  unverified_spending: 'admin.noticeUnverifiedSpending',
  verified_bonus: 'admin.noticeVerifiedBonus',
  referral: 'admin.noticeReferral',
  free_work: 'admin.noticeFreeWork',
  unpaid_free_work: 'admin.noticeUnpaidFreeWork',
  unverified_free_work: 'admin.noticeUnverifiedFreeWork',
} as const;

/** Costs of single calls, which are far below a cent. */
const exactDollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumSignificantDigits: 3,
});

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
  if (notice.kind === 'cheap_call') {
    const { modelId, bookedUSD, estimateUSD } = notice.data;
    const toAmount = (usd: number) => exactDollars.format(usd);
    const words = { model: modelId, booked: toAmount(bookedUSD), estimate: toAmount(estimateUSD) };
    return t('admin.noticeCheapCall', words);
  }
  if (notice.kind === 'parameter_refused') {
    const { modelId, parameter } = notice.data;
    return t('admin.noticeParameter', { model: modelId, parameter });
  }
  if (notice.kind === 'prompts_unchecked') {
    return t('admin.noticeUnchecked', { provider: providerName[notice.data.provider] });
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
  if (notice.kind === 'document_held') {
    const { walletId, month, fields } = notice.data;
    const words = { wallet: walletId, month: month ?? '', fields: fields.join(', ') };
    return t(month === null ? 'admin.noticeNoteHeld' : 'admin.noticeInvoiceHeld', words);
  }
  if (notice.kind === 'refund_failed') {
    const { paymentId, amount } = notice.data;
    return t('admin.noticeRefund', { payment: paymentId, amount: formatPrice(amount) });
  }
  if (notice.kind === 'content_reported') return t('admin.noticeContent');
  if (notice.kind === 'daily_budget_used') {
    const { budget, limit } = notice.data;
    const isInRupees = ['unverified_spending', 'verified_bonus', 'referral'].includes(budget);
    const amount = isInRupees ? formatPrice(limit) : dollars.format(limit);
    return t(budgetNotice[budget], { limit: amount });
  }
  return t('admin.noticeRefuses', {
    provider: providerName[notice.data.provider],
    model: notice.data.modelId ?? '',
  });
}
