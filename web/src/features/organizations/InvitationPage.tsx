import { useLocation, useNavigate } from 'react-router-dom';
import { toErrorMessage } from '../../api/errors';
import { isFailure } from '../../api/failure';
import { useConfig } from '../../api/hooks';
import { useInvitations, useMailedInvitation } from '../../api/invitations';
import { useProfile } from '../../api/profile';
import { openAuth } from '../../app/base/dialogs';
import { IndianTimeNote } from '../../app/base/Moment';
import { isOrganizationAdmin } from '../../app/base/role-verdict';
import { OtherPages } from '../../app/base/OtherPages';
import { UnverifiedEmail } from '../people/auth/UnverifiedEmail';
import { usePageTitle } from '../../browser/page-title';
import { useTranslation } from '../../i18n/translate';
import { paths } from '../../app/base/paths';
import { useSession } from '../../app/session/session';
import { Button } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { Notice } from '../../ui/Notice';
import { Section } from '../../ui/Section';
import { Skeleton } from '../../ui/Skeleton';
import { SplitPage } from '../../ui/SplitPage';
import { InvitationCard, Terms } from './InvitationCard';

/** Shows the invitation of an emailed link, and all open invitations to the signed-in user's address. */
export function InvitationPage() {
  const { t } = useTranslation();
  const { hash } = useLocation();
  const secret = hash.slice(1) || null;
  const navigate = useNavigate();
  const showMine = () => void navigate(paths.invitation, { replace: true });
  usePageTitle(t('invitation.title'));
  const mailed = useMailedInvitation(secret);
  const shown = mailed.data?.invitation;
  return (
    <SplitPage title={t('invitation.title')}>
      {secret && shown && (
        <>
          <InvitationCard invitation={shown} secret={secret} onDeclined={showMine} />
          <IndianTimeNote />
        </>
      )}
      {secret && !shown && <Waiting error={mailed.error} onAgain={() => void mailed.mutate()} />}
      {/* Until the emailed invitation is known, it would be listed here and then removed. */}
      {(!secret || shown || mailed.error) && (
        <Mine hasMailed={secret !== null} except={shown?.id ?? null} />
      )}
    </SplitPage>
  );
}

function Waiting({ error, onAgain }: { error: unknown; onAgain: () => void }) {
  const { t } = useTranslation();
  if (!error) {
    return (
      <div role="status" aria-label={t('shell.loading')} className="grid gap-4">
        <Skeleton className="h-9 w-2/3" />
        <Skeleton className="h-56 w-full" />
        <Skeleton className="h-11 w-40" />
      </div>
    );
  }
  const isGone = isFailure(error, 'not_found', 'invalid');
  return (
    <Notice role="alert" className="grid justify-items-start gap-3">
      <p>{isGone ? t('invitation.gone') : toErrorMessage(t, error)}</p>
      {!isGone && (
        <Button look="outline" onClick={onAgain}>
          {t('common.tryAgain')}
        </Button>
      )}
    </Notice>
  );
}

/** Lists the user's open invitations, except the one of the email. */
function Mine({ hasMailed, except }: { hasMailed: boolean; except: string | null }) {
  const { t } = useTranslation();
  const { data } = useInvitations();
  const others = data?.invitations.filter(({ id }) => id !== except) ?? [];
  if (others.length === 0) return hasMailed ? null : <NoneOfMine />;
  return (
    <>
      {hasMailed && <h2 className="text-lead font-bold">{t('invitation.others')}</h2>}
      {others.map((each) => (
        <InvitationCard key={each.id} invitation={each} secret={null} onDeclined={() => {}} />
      ))}
      {except === null && <IndianTimeNote />}
    </>
  );
}

/** Explains why no invitation is shown, what to do, and what an invitation would mean. */
function NoneOfMine() {
  const { t } = useTranslation();
  const session = useSession();
  const { data, error, mutate } = useInvitations();
  const mayHaveSome =
    session.status === 'signed-in' && session.email !== null && session.emailVerified;
  if (session.status === 'loading' || (mayHaveSome && !data)) {
    return <Waiting error={error} onAgain={() => void mutate()} />;
  }
  return (
    <>
      {session.status === 'signed-out' ? (
        <EmptyState title={t('invitation.signedOut')}>
          <Button className="mt-2" onClick={() => openAuth('login')}>
            {t('invitation.logIn')}
          </Button>
        </EmptyState>
      ) : (
        <NoneForUser email={session.email} isVerified={session.emailVerified} />
      )}
      <Section
        className="rounded-xl border border-fold bg-packet px-4 py-5 sm:px-7 sm:py-6"
        title={t('invitation.meaning')}
      >
        <dl className="grid gap-4 border-t border-dashed border-edge pt-4">
          <Terms />
        </dl>
      </Section>
    </>
  );
}

function NoneForUser({ email, isVerified }: { email: string | null; isVerified: boolean }) {
  const { t } = useTranslation();
  const { data: config } = useConfig();
  const { data: profile } = useProfile();
  const { mutate } = useInvitations();
  if (email !== null && !isVerified) {
    return (
      <EmptyState title={t('invitation.unverified')}>
        <UnverifiedEmail
          text={t('gate.text', { email })}
          inboxUrl={config?.inboxUrl}
          onVerified={() => void mutate()}
        />
      </EmptyState>
    );
  }
  const current = profile?.organizationName;
  return (
    <>
      <EmptyState title={t('invitation.none')}>
        {email === null ? t('invitation.noAddress') : t('invitation.noneText', { email })}
      </EmptyState>
      {current && (
        <OtherPages
          links={[
            [paths.wallet, t('member.wallet', { name: current })],
            ...(isOrganizationAdmin(profile)
              ? [[paths.organization, t('organization.inviteTitle')] as const]
              : []),
          ]}
        />
      )}
    </>
  );
}
