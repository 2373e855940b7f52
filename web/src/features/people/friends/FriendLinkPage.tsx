import { formatPrice } from '@sachet/shared/money';
import { useEffect } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { isFailure } from '../../../api/failure';
import { useConfig } from '../../../api/hooks';
import { useProfile } from '../../../api/profile';
import { usePublicApi } from '../../../api/use-api';
import { advertisedBonusRupees, friendCodeKey } from '../../../app/base/bonus';
import { openAuth } from '../../../app/base/dialogs';
import { LoadError } from '../../../app/base/Loaded';
import { usePageTitle } from '../../../browser/page-title';
import { storage } from '../../../browser/storage';
import { useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { useSession } from '../../../app/session/session';
import { Button, buttonClasses } from '../../../ui/Button';
import { Notice } from '../../../ui/Notice';
import { Skeleton } from '../../../ui/Skeleton';
import { SplitPage } from '../../../ui/SplitPage';
import { firstExample } from '../../studio/examples/example';
import { Pair } from '../../studio/examples/Pair';

/** The target of a friend's link: the inviter, the new user's gains, and the button to sign up. */
export function FriendLinkPage() {
  const { t } = useTranslation();
  usePageTitle(t('friends.pageTitle'));
  const [params] = useSearchParams();
  const code = params.get('code') ?? '';
  const {
    data: link,
    error,
    mutate,
  } = usePublicApi('GET /api/friend-link', code ? { code } : null);
  const hasAccount = useHasAccount();
  const isKnown = link !== undefined;
  const isGone = !code || isFailure(error, 'not_found', 'invalid');
  useEffect(() => {
    if (isKnown) storage.write(friendCodeKey, code);
  }, [isKnown, code]);

  return (
    <SplitPage
      title={
        link
          ? t('friends.invites', { name: link.firstName })
          : isGone
            ? t('friends.gone')
            : t('friends.pageTitle')
      }
      lead={
        <>
          {(link || isGone) && !hasAccount && (
            <p className="text-lead text-pretty text-ink-soft">
              {t(link ? 'friends.invitesText' : 'friends.goneText')}
            </p>
          )}
          <SignUp />
        </>
      }
    >
      {link ? (
        <ul className="grid gap-3 rounded-xl border border-fold bg-packet px-4 py-5 sm:px-6">
          <Gain amount={link.terms.friendGets}>
            {t('friends.promise', {
              minimum: formatPrice(link.terms.minimumTopUp),
              days: link.terms.windowDays,
              amount: formatPrice(link.terms.friendGets),
            })}
          </Gain>
          <Bonus />
        </ul>
      ) : isGone && hasAccount ? null : isGone ? (
        // A dead link takes nothing from the bonus of the sign-up.
        <ul className="grid rounded-xl border border-fold bg-packet px-4 py-5 sm:px-6">
          <Bonus isAlone />
        </ul>
      ) : error ? (
        <LoadError title={t('friends.failed')} error={error} onRetry={() => mutate()} />
      ) : (
        <div role="status" aria-label={t('shell.loading')}>
          <Skeleton className="h-40 w-full" />
        </div>
      )}
      <Pair example={firstExample} />
    </SplitPage>
  );
}

function Bonus({ isAlone = false }: { isAlone?: boolean }) {
  const { t } = useTranslation();
  const { data: config } = useConfig();
  const bonus = config?.signupBonus ?? advertisedBonusRupees;
  const amount = formatPrice(bonus);
  return <Gain amount={bonus}>{t(isAlone ? 'auth.bonus' : 'friends.bonus', { amount })}</Gain>;
}

function Gain({ amount, children }: { amount: number; children: string }) {
  return (
    <li className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-baseline gap-3 border-b border-dashed border-fold pb-3 last:border-b-0 last:pb-0">
      <span aria-hidden className="money text-title font-extrabold">
        {formatPrice(amount)}
      </span>
      <span className="text-pretty">{children}</span>
    </li>
  );
}

function useHasAccount(): boolean {
  const { status } = useSession();
  const { data: profile } = useProfile();
  return status === 'signed-in' && profile !== null;
}

function SignUp() {
  const { t } = useTranslation();
  const { status } = useSession();
  if (useHasAccount()) {
    return (
      <Notice className="grid justify-items-start gap-3">
        <p>{t('friends.already')}</p>
        <Link to={paths.friends} className={buttonClasses({ look: 'outline' })}>
          {t('friends.bringOthers')}
        </Link>
      </Notice>
    );
  }
  return (
    <Button
      size="large"
      className="justify-self-start max-sm:w-full"
      disabled={status === 'loading'}
      onClick={() => openAuth('sign-up')}
    >
      {t('friends.signUp')}
    </Button>
  );
}
