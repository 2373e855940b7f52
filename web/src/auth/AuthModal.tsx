import { formatPrice } from '@sachet/shared/money';
import { useState } from 'react';
import { useConfig } from '../api/hooks';
import { useProfile } from '../api/profile';
import { advertisedBonusRupees } from '../app/bonus';
import { closeDialog, type AuthTab } from '../app/dialogs';
import { dropPending } from '../app/pending';
import { useTranslation } from '../i18n/translate';
import { useSession } from '../session/session';
import { Dialog } from '../ui/Dialog';
import { notify } from '../ui/Toaster';
import { noDraft, type AuthDraft } from './auth-draft';
import { EntryTabs } from './EntryTabs';
import { ForgotPassword } from './ForgotPassword';
import { OtpForm } from './OtpForm';
import { ProfileStep } from './ProfileStep';
import { completeProfile, type Entry, type Login } from './sign-in';
import { UnverifiedEmail } from './UnverifiedEmail';
import { nameErrors } from './validation';

/** `otp` has the number that the code was sent to. */
type View =
  { name: 'entry' } | { name: 'otp'; phone: string } | { name: 'reset' } | { name: 'verify' };

export function AuthModal({ tab: firstTab, email }: { tab: AuthTab; email: string | null }) {
  const { t } = useTranslation();
  const session = useSession();
  const { data: profile } = useProfile();
  const { data: config } = useConfig();
  const [tab, setTab] = useState<AuthTab>(firstTab);
  const [view, setView] = useState<View>({ name: 'entry' });
  const [draft, setDraft] = useState<AuthDraft>({ ...noDraft, email: email ?? '' });

  const isSignedIn = session.status === 'signed-in';
  const needsProfile = isSignedIn && profile === null && view.name !== 'verify';
  const inboxUrl = config?.inboxUrl;

  function onDraft(part: Partial<AuthDraft>) {
    setDraft((current) => ({ ...current, ...part }));
  }

  function close() {
    if (!isSignedIn) dropPending();
    closeDialog();
  }

  function enter({ newProfile, needsNames }: Entry) {
    // The profile that is then missing is asked for here.
    if (needsNames) return;
    closeDialog();
    const withheld = newProfile?.bonusWithheld;
    if (withheld) notify.info(t(`auth.bonusWithheld.${withheld}`));
    else notify.success(t(newProfile ? 'auth.profileCreated' : 'auth.signedIn'));
  }

  function logIn(login: Login) {
    if (login === 'awaits-verification') setView({ name: 'verify' });
    if (login === 'entered') enter({ newProfile: null });
  }

  /** A sign-up may have been cut off before its profile; who came by Login has typed no names yet. */
  async function onVerified({ hasProfile }: { hasProfile: boolean }) {
    if (hasProfile) return closeDialog();
    if (Object.keys(nameErrors(draft)).length > 0) return setView({ name: 'entry' });
    enter(await completeProfile(draft));
  }

  function title(): string {
    if (needsProfile) return t('auth.profileTitle');
    if (view.name === 'otp') return t('auth.codeTitle');
    if (view.name === 'reset') return t('auth.resetTitle');
    if (view.name === 'verify') return t('auth.unverifiedTitle');
    return t(tab === 'login' ? 'auth.loginTitle' : 'auth.signUpTitle');
  }

  function content() {
    if (needsProfile) return <ProfileStep names={draft} onNames={onDraft} onDone={enter} />;
    if (view.name === 'otp') {
      return (
        <OtpForm
          phone={view.phone}
          names={draft}
          inboxUrl={inboxUrl}
          onChangeNumber={() => setView({ name: 'entry' })}
          onDone={enter}
        />
      );
    }
    if (view.name === 'reset') {
      return (
        <ForgotPassword
          email={draft.email}
          onEmail={(next) => onDraft({ email: next })}
          inboxUrl={inboxUrl}
          onBack={() => setView({ name: 'entry' })}
        />
      );
    }
    if (view.name === 'verify') {
      return (
        <UnverifiedEmail text={t('auth.unverified')} inboxUrl={inboxUrl} onVerified={onVerified} />
      );
    }
    return (
      <EntryTabs
        tab={tab}
        onTab={setTab}
        draft={draft}
        onDraft={onDraft}
        onOtpSent={(phone) => setView({ name: 'otp', phone })}
        onForgotten={() => setView({ name: 'reset' })}
        onLoggedIn={logIn}
        onEntered={enter}
      />
    );
  }

  const isSignUp = tab === 'sign-up' && view.name === 'entry' && !needsProfile;
  return (
    <Dialog
      open
      onClose={close}
      title={title()}
      closeLabel={t('shell.close')}
      description={
        isSignUp
          ? t('auth.bonus', { amount: formatPrice(config?.signupBonus ?? advertisedBonusRupees) })
          : undefined
      }
    >
      {content()}
    </Dialog>
  );
}
