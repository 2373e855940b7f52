/** The mail of a notice, which each operator of `ADMIN_NOTICE_EMAILS` gets. */
import { markNoticeMailed, noticeToMail } from '@sachet/db/admin/notices';
import { checks } from '@sachet/db/checks/checks';
import type { AdminNoticeContent } from '@sachet/shared/admin/contracts/admin-notices';
import { formatRupees } from '@sachet/shared/money';
import { nameProvider } from '@sachet/shared/providers';
import { toRemedyUrl } from '@sachet/shared/models/provider-remedies';
import { dayMs } from '@sachet/shared/time';
import { layOutMail } from '../mail/frame.ts';
import type { MailRules } from '../mail/send-mail.ts';
import { toRefusalMessage } from '../models/refusal-words.ts';

export const noticeMails: MailRules = {
  givenUpAfterMs: dayMs,
  async compose({ db, publicUrl }, { about, recipient }) {
    const notice = await noticeToMail(db, Number(about));
    if (!notice) return null;
    const { subject, message, page } = toMessage(notice);
    const link = { url: `${publicUrl}${page}` };
    return {
      to: recipient,
      ...layOutMail('en', { subject: `Sachet: ${subject}`, paragraphs: [message], link }),
    };
  },
  async end(trx, { about }, status) {
    if (status === 'sent') await markNoticeMailed(trx, Number(about));
  },
};

const proposalNames = {
  credits: 'credits need',
  refund: 'a refund needs',
  role: 'a role needs',
  campaign: 'a campaign needs',
  gift_code: 'a gift code needs',
};
const proposedActs = {
  role: 'give a user a role in an organization',
  campaign: 'change the campaign for friends',
  gift_code: 'make a gift code',
};

function toMessage(notice: AdminNoticeContent): { subject: string; message: string; page: string } {
  switch (notice.kind) {
    case 'provider_low': {
      const { provider, remainingUSD, thresholdUSD } = notice.data;
      const name = nameProvider(provider, 'product');
      return {
        subject: `${name} balance is low`,
        message:
          `The ${name} balance is $${remainingUSD.toFixed(2)}, at or below the threshold of ` +
          `$${thresholdUSD.toFixed(2)}. Consider topping up.`,
        page: '/admin/billing',
      };
    }
    case 'default_deprecated': {
      const { purpose, from, to } = notice.data;
      const what = purpose.replace('_', ' ');
      return {
        subject: `the default model for ${what} is deprecated`,
        message: to
          ? `${from}, the default for ${what}, is deprecated. ${to} replaces it.`
          : `${from}, the default for ${what}, is deprecated, and no other model can replace it.`,
        page: '/admin',
      };
    }
    case 'no_model': {
      const { provider, uses } = notice.data;
      const name = nameProvider(provider, 'product');
      return {
        subject: `${name} has no model for some work`,
        message: `${name} has no model for: ${uses.join(', ')}. These are unavailable until you enable a model for them.`,
        page: '/admin',
      };
    }
    case 'model_ending': {
      const { provider, modelId, endsOn } = notice.data;
      const name = nameProvider(provider, 'product');
      return {
        subject: `${modelId} ends on ${endsOn}`,
        message: `${name} shuts down ${modelId} on ${endsOn}. Enable another model for the same work before that.`,
        page: '/admin',
      };
    }
    case 'model_rerouted': {
      const { provider, modelId, answeredBy } = notice.data;
      const name = nameProvider(provider, 'product');
      return {
        subject: `${answeredBy} answers for ${modelId}`,
        message: `${name} answers requests for ${modelId} with ${answeredBy}, and calls are booked at the prices of ${answeredBy}. Check the catalog.`,
        page: '/admin',
      };
    }
    case 'cheap_call': {
      const { provider, modelId, bookedUSD, estimateUSD } = notice.data;
      return {
        subject: `${modelId} is booked too low`,
        message: `A call of ${nameProvider(provider, 'product')}'s ${modelId} succeeded and was booked at $${bookedUSD}, with an estimate of $${estimateUSD}. Check the prices of the model, and compare with the provider's bill.`,
        page: '/admin',
      };
    }
    case 'provider_refuses': {
      const name = nameProvider(notice.data.provider, 'product');
      return {
        subject: `${name} rejects our calls`,
        message: toRefusalMessage(`${name} rejects our calls`, notice.data),
        page: toRemedyUrl(notice.data.provider, notice.data.cause) ? '/admin/billing' : '/admin',
      };
    }
    case 'prompts_unchecked': {
      const name = nameProvider(notice.data.provider, 'product');
      return {
        subject: 'prompts are not checked',
        message: toRefusalMessage(
          `Prompts are not checked, because ${name} rejects the check`,
          notice.data,
        ),
        page: '/admin/billing',
      };
    }
    case 'parameter_refused': {
      const { provider, modelId, parameter } = notice.data;
      return {
        subject: `${modelId} refuses a parameter`,
        message: `${nameProvider(provider, 'product')}'s ${modelId} refuses the parameter ${parameter}, and is asked without it. Compare its results and its cost.`,
        page: '/admin',
      };
    }
    case 'proposal_waiting': {
      const { proposal, amount = 0, expiresAt } = notice.data;
      const until = `${expiresAt.slice(0, 16).replace('T', ' ')} UTC`;
      const what =
        proposal === 'credits'
          ? `${amount < 0 ? 'take' : 'add'} ${formatRupees(Math.abs(amount))}`
          : proposal === 'refund'
            ? `refund ${formatRupees(amount)} of a charge`
            : proposedActs[proposal];
      return {
        subject: `${proposalNames[proposal]} a second admin`,
        message: `An admin proposes to ${what}. Another super admin must approve or refuse it by ${until}.`,
        page: '/admin/approvals',
      };
    }
    case 'audit_finding': {
      const { check, subject } = notice.data;
      return {
        subject: 'audit finding',
        message:
          `The auditor found a problem in the books (${check.replaceAll('_', ' ')}), first in ` +
          `${subject}. ${checks[check].toDo} The ledger page lists all findings.`,
        page: '/admin/ledger?view=verification',
      };
    }
    case 'invitation_reported': {
      const { organizationId, inviterUid } = notice.data;
      return {
        subject: 'an invitation was reported',
        message: `An invitation from ${organizationId}, sent by its admin ${inviterUid}, was reported.`,
        page: `/admin/users?uid=${encodeURIComponent(inviterUid)}`,
      };
    }
    case 'document_held': {
      const { walletId, month, fields } = notice.data;
      return {
        subject: 'a tax document is held',
        message:
          `The ${month === null ? 'credit note' : `invoice for ${month}`} of ${walletId} is not issued, because the ` +
          `e-invoice portal would refuse it (${fields.join(', ')}). Correct the billing details of the ` +
          'customer or the settings of the supplier. It is issued then.',
        page: '/admin/users',
      };
    }
    case 'refund_failed': {
      const { refundId, paymentId, amount } = notice.data;
      return {
        subject: 'a refund failed',
        message:
          `The gateway refused or failed the refund ${refundId} of ${formatRupees(amount)} for payment ` +
          `${paymentId}. The money is back in the wallet. The exception says why.`,
        page: '/admin/payments',
      };
    }
    case 'content_reported':
      return {
        subject: 'content was reported',
        message:
          'Content was reported as not allowed. Acknowledge the report within 7 days, and take the ' +
          'content down within 3 hours of an order.',
        page: '/admin/reports',
      };
    case 'images_not_stored': {
      const { state } = notice.data;
      const reasons = {
        full: 'The disk is full.',
        read_only: 'The folder is read-only.',
        failing: 'Writing fails.',
      };
      return {
        subject: 'pictures cannot be stored',
        message:
          `Pictures cannot be stored. ${reasons[state]} No picture is made or sold until this is ` +
          'fixed. Texts and chat continue.',
        page: '/admin',
      };
    }
    case 'daily_budget_used': {
      const { budget, day, limit } = notice.data;
      if (budget === 'referral') {
        return {
          subject: "today's credits for bringing friends are used up",
          message:
            `Credits of ₹${limit} for bringing friends were given on ${day}. ` +
            'The others are given after midnight (IST).',
          page: '/admin/growth',
        };
      }
      if (budget === 'unverified_spending') {
        return {
          subject: "today's allowance for unverified users is used up",
          message:
            `Users without a verified email spent ₹${limit} of their bonuses on ${day}. ` +
            'Until midnight (IST) they must verify their email to spend more.',
          page: '/admin/users',
        };
      }
      if (budget === 'verified_bonus') {
        return {
          subject: "today's bonuses for verified emails are used up",
          message:
            `Bonuses of ₹${limit} were released to users who verified their email on ${day}. ` +
            'Until midnight (IST) others spend their bonus from the allowance for unverified users.',
          page: '/admin/users',
        };
      }
      return toFreeWorkMail(budget, notice.data);
    }
    default:
      return notice satisfies never;
  }
}

const freeWorkOf = {
  free_work: { whose: 'all users', others: 'users who could buy the result' },
  unpaid_free_work: {
    whose: 'users who have not paid',
    others: 'users who have paid or could buy the result',
  },
  unverified_free_work: {
    whose: 'unverified accounts',
    others: 'users who are verified, have paid or could buy the result',
  },
};

/** `limit` is in US dollars. */
function toFreeWorkMail(
  budget: keyof typeof freeWorkOf,
  { day, limit }: { day: string; limit: number },
) {
  const { whose, others } = freeWorkOf[budget];
  return {
    subject: `today's free work for ${whose} is used up`,
    message:
      `Free previews, texts and replies worth an estimated $${limit} were started on ${day}. ` +
      `Paid work and previews for ${others} continue. Everyone else waits until midnight (IST).`,
    page: '/admin/users',
  };
}
