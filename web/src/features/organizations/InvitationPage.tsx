import { useLocation, useNavigate } from 'react-router-dom';
import { toErrorMessage } from '../../api/errors';
import { isFailure } from '../../api/failure';
import { useConfig } from '../../api/hooks';
import { useInvitations, useMailedInvitation } from '../../api/invitations';
import { openAuth } from '../../app/base/dialogs';
import { IndianTimeNote } from '../../app/base/Moment';
import { UnverifiedEmail } from '../people/auth/UnverifiedEmail';
import { usePageTitle } from '../../browser/page-title';
import { useTranslation } from '../../i18n/translate';
import { paths } from '../../app/base/paths';
import { useSession } from '../../app/session/session';
import { Button } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { Notice } from '../../ui/Notice';
import { Skeleton } from '../../ui/Skeleton';
import { SplitPage } from '../../ui/SplitPage';
import { InvitationCard } from './InvitationCard';

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

/** Explains why no invitation is shown, and what to do. */
function NoneOfMine() {
  const { t } = useTranslation();
  const session = useSession();
  const { data: config } = useConfig();
  const { data, error, mutate } = useInvitations();
  if (session.status === 'loading') return <Waiting error={null} onAgain={() => {}} />;
  if (session.status === 'signed-out') {
    return (
      <div className="grid justify-items-start gap-3">
        <p className="text-ink-soft">{t('invitation.signedOut')}</p>
        <Button onClick={() => openAuth('login')}>{t('invitation.logIn')}</Button>
      </div>
    );
  }
  if (session.email !== null && !session.emailVerified) {
    return (
      <div className="max-w-md">
        <UnverifiedEmail
          text={t('invitation.unverified')}
          inboxUrl={config?.inboxUrl}
          onVerified={() => void mutate()}
        />
      </div>
    );
  }
  if (session.email !== null && !data) {
    return <Waiting error={error} onAgain={() => void mutate()} />;
  }
  return <EmptyState title={t('invitation.none')}>{t('invitation.noneText')}</EmptyState>;
}
