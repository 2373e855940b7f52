import type { AdminUserDetail } from '@sachet/shared/contracts/admin-users';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useTranslation } from '../../i18n/translate';
import { paths } from '../../paths';
import { CopyId, MomentCell, MoneyCell, Nothing } from '../frame/cells';
import { getName, toAccountLabel, toMethodLabel } from './user-labels';

export function OverviewTab({ detail }: { detail: AdminUserDetail }) {
  const { t } = useTranslation();
  const { user, profile, organization, wallet, isTargetSuper } = detail;
  return (
    <div className="grid gap-4">
      {user.deleted && <p>{t('adminUsers.deletedText')}</p>}
      {!user.deleted && !profile && <p>{t('adminUsers.unfinished')}</p>}
      {!user.deleted && profile && !user.hasSignIn && <p>{t('adminUsers.noSignInText')}</p>}
      <dl className="grid gap-x-8 gap-y-3 text-note sm:grid-cols-2">
        <Fact name={t('adminUsers.name')}>{getName(user)}</Fact>
        <Fact name={t('adminUsers.accountAndRole')}>{profile && toAccountLabel(t, profile)}</Fact>
        <Fact name={t('adminUsers.email')}>
          {user.email && (
            <span className="wrap-anywhere">
              {user.email}{' '}
              {profile && (
                <span className="text-ink-soft">
                  {t(profile.emailVerified ? 'adminUsers.verified' : 'adminUsers.unverified')}
                </span>
              )}
            </span>
          )}
        </Fact>
        <Fact name={t('adminUsers.phone')}>{user.phoneNumber}</Fact>
        <Fact name={t('adminUsers.organization')}>
          {organization && (
            <span className="grid">
              {organization.name}
              <CopyId id={organization.id} />
            </span>
          )}
        </Fact>
        <Fact name={t('adminUsers.methods')}>{toMethodLabel(t, user)}</Fact>
        <Fact name={t('adminUsers.created')}>
          <MomentCell timestamp={user.metadata.creationTime} />
        </Fact>
        <Fact name={t('adminUsers.lastSignIn')}>
          <MomentCell timestamp={user.metadata.lastSignInTime} />
        </Fact>
        <Fact name={t('adminUsers.paysFrom')}>
          {wallet && (
            <>
              {t(wallet.paysFrom === 'user' ? 'adminUsers.ownWallet' : 'adminUsers.orgWallet')}
              {': '}
              <MoneyCell rupees={wallet.balance} />
            </>
          )}
        </Fact>
        <Fact name={t('adminUsers.lifetimeSpent')}>
          {wallet && <MoneyCell rupees={wallet.lifetimeSpent} />}
        </Fact>
        {profile?.accountType === 'organization' && (
          <Fact name={t('adminUsers.budget')}>
            {profile.budget === 0 ? t('member.unlimited') : <MoneyCell rupees={profile.budget} />}
          </Fact>
        )}
        <Fact name={t('adminUsers.superadmin')}>
          {t(isTargetSuper ? 'adminUsers.yes' : 'adminUsers.no')}
        </Fact>
      </dl>
      <Link
        to={paths.ledger({ uid: user.uid })}
        className="inline-flex min-h-9 items-center justify-self-start text-note font-semibold underline underline-offset-2 pointer-coarse:min-h-11"
      >
        {t('adminUsers.seeEvents')}
      </Link>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="font-medium">{children || <Nothing />}</dd>
    </div>
  );
}
