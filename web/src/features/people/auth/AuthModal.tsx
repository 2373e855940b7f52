import { formatPrice } from '@sachet/shared/money';
import { Tabs } from 'radix-ui';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { useConfig } from '../../../api/hooks';
import { useProfile } from '../../../api/profile';
import { advertisedBonusRupees } from '../../../app/base/bonus';
import { closeDialog, type AuthTab } from '../../../app/base/dialogs';
import { dropPending } from '../../studio/generation/pending';
import { useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { useSession } from '../../../app/session/session';
import { Dialog } from '../../../ui/Dialog';
import { Segmented } from '../../../ui/Segmented';
import { notify } from '../../../ui/Toaster';
import { AccountTypeToggle, ProfileStep } from './ProfileStep';
import { forgetSentCode, readSentCode, saveSentCode, type SentCode } from './sent-code';
import { EmailLogin, EmailSignUp, ForgotPassword } from './EmailForms';
import { signOut } from './firebase-session';
import { chooseMethod, completeProfile, useMethod, type Entry, type Login } from './sign-in';
import { OtpForm } from './OtpForm';
import { PhoneForm } from './PhoneForm';
import { UnverifiedEmail } from './UnverifiedEmail';
import { nameErrors, noDraft, type AuthDraft, type OnDraft } from './validation';

type View = 'entry' | 'otp' | 'reset' | 'verify';

interface Screen {
  title: string;
  description?: string | undefined;
  content: ReactNode;
}

export function AuthModal({ tab: firstTab, email }: { tab: AuthTab; email: string | null }) {
  const { t } = useTranslation();
  const session = useSession();
  const { data: profile } = useProfile();
  const { data: config } = useConfig();
  const [sent, setSent] = useState(() => {
    const code = readSentCode(Date.now());
    // An invitation by email takes precedence over a code that was sent earlier and whose dialog was closed.
    return email === null || code?.isOpen ? code : null;
  });
  const [tab, setTab] = useState<AuthTab>(sent?.tab ?? firstTab);
  const [view, setView] = useState<View>(sent ? 'otp' : 'entry');
  const [draft, setDraft] = useState<AuthDraft>(sent?.draft ?? { ...noDraft, email: email ?? '' });

  const isSignedIn = session.status === 'signed-in';
  // After a reload, the dialog opens at the code again if it was open there.
  const isAtCode = view === 'otp';
  useEffect(() => {
    if (sent && !isSignedIn) saveSentCode({ ...sent, draft, tab, isOpen: isAtCode });
  }, [sent, draft, tab, isAtCode, isSignedIn]);

  const needsProfile = isSignedIn && profile === null && view !== 'verify';
  const inboxUrl = config?.inboxUrl;

  function onDraft(part: Partial<AuthDraft>) {
    setDraft((current) => ({ ...current, ...part }));
  }

  function close() {
    if (!isSignedIn) dropPending();
    if (sent && !isSignedIn) saveSentCode({ ...sent, draft, tab, isOpen: false });
    closeDialog();
  }

  function showCode(code: Pick<SentCode, 'phone' | 'verificationId'>) {
    setSent({ ...code, draft, tab, sentAtMs: Date.now(), isOpen: true });
    setView('otp');
  }

  function enter({ newProfile, needsNames }: Entry) {
    setSent(null);
    // The form asks for the names of the missing profile.
    if (needsNames) return setView('entry');
    forgetSentCode();
    closeDialog();
    const withheld = newProfile?.bonusWithheld;
    if (withheld) notify.info(t(`auth.bonusWithheld.${withheld}`));
    else notify.success(t(newProfile ? 'auth.profileCreated' : 'auth.signedIn'));
  }

  function logIn(login: Login) {
    if (login === 'awaits-verification') setView('verify');
    if (login === 'entered') enter({ newProfile: null });
  }

  /**
   * Runs once the address is verified. The profile may be missing, because the sign-up was interrupted; on
   * the Login tab, no names were entered.
   */
  async function onVerified({ hasProfile }: { hasProfile: boolean }) {
    if (hasProfile) return closeDialog();
    if (Object.keys(nameErrors(draft)).length > 0) return setView('entry');
    enter(await completeProfile(draft));
  }

  function signInAnew() {
    setSent(null);
    setView('entry');
    void signOut();
  }

  function getScreen(): Screen {
    if (needsProfile) {
      return {
        title: t('auth.profileTitle'),
        content: (
          <ProfileStep names={draft} onNames={onDraft} onDone={enter} onOther={signInAnew} />
        ),
      };
    }
    if (view === 'otp' && sent) {
      return {
        title: t('auth.codeTitle'),
        content: (
          <OtpForm
            phone={sent.phone}
            verificationId={sent.verificationId}
            names={draft}
            inboxUrl={inboxUrl}
            onResent={(verificationId) => showCode({ phone: sent.phone, verificationId })}
            onChangeNumber={() => setView('entry')}
            onDone={enter}
          />
        ),
      };
    }
    if (view === 'reset') {
      return {
        title: t('auth.resetTitle'),
        content: (
          <ForgotPassword
            email={draft.email}
            onEmail={(next) => onDraft({ email: next })}
            inboxUrl={inboxUrl}
            onBack={() => setView('entry')}
          />
        ),
      };
    }
    if (view === 'verify') {
      return {
        title: t('auth.unverifiedTitle'),
        content: (
          <UnverifiedEmail
            text={t('auth.unverified')}
            inboxUrl={inboxUrl}
            onVerified={onVerified}
          />
        ),
      };
    }
    const amount = formatPrice(config?.signupBonus ?? advertisedBonusRupees);
    return {
      title: t(tab === 'login' ? 'auth.loginTitle' : 'auth.signUpTitle'),
      description: tab === 'login' ? undefined : t('auth.bonus', { amount }),
      content: (
        <EntryTabs
          tab={tab}
          onTab={setTab}
          draft={draft}
          onDraft={onDraft}
          isInvited={email !== null}
          sentTo={sent?.phone ?? null}
          onOtpSent={showCode}
          onHaveCode={() => setView('otp')}
          onForgotten={() => setView('reset')}
          onLoggedIn={logIn}
          onEntered={enter}
        />
      ),
    };
  }

  const { title, description, content } = getScreen();
  return (
    <Dialog
      open
      onClose={close}
      title={title}
      closeLabel={t('common.close')}
      description={description}
    >
      {content}
    </Dialog>
  );
}

const tabs = ['login', 'sign-up'] as const;

/** Login and Sign Up, each by phone or email (docs/product.md, Screens). */
function EntryTabs({
  tab,
  onTab,
  draft,
  onDraft,
  isInvited,
  sentTo,
  onOtpSent,
  onHaveCode,
  onForgotten,
  onLoggedIn,
  onEntered,
}: {
  tab: AuthTab;
  onTab: (tab: AuthTab) => void;
  draft: AuthDraft;
  onDraft: OnDraft;
  /** Whether an invitation supplied the email address. The email field is then shown first. */
  isInvited: boolean;
  /** The number to which a code was sent, or null. */
  sentTo: string | null;
  onOtpSent: (sent: { phone: string; verificationId: string }) => void;
  onHaveCode: () => void;
  onForgotten: () => void;
  onLoggedIn: (login: Login) => void;
  onEntered: (entry: Entry) => void;
}) {
  const { t } = useTranslation();
  const usualMethod = useMethod();
  const [followsInvitation, setFollowsInvitation] = useState(isInvited);
  const method = followsInvitation ? 'email' : usualMethod;
  return (
    <Tabs.Root value={tab} onValueChange={(next) => onTab(next as AuthTab)}>
      <Tabs.List
        aria-label={t('auth.tabs')}
        className="mb-5 grid grid-cols-2 border-b-[1.5px] border-fold"
      >
        {tabs.map((value) => (
          <Tabs.Trigger
            key={value}
            value={value}
            // Focuses the tab here, because Radix would focus it by script, which shows a focus ring after
            // the first press on a page.
            onMouseDown={({ currentTarget }) => currentTarget.focus({ focusVisible: false })}
            className="-mb-[1.5px] min-h-11 border-b-[3px] border-transparent font-semibold text-ink-soft data-[state=active]:border-ink data-[state=active]:text-ink"
          >
            {t(value === 'login' ? 'auth.login' : 'auth.signUp')}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {tabs.map((value) => (
        <Tabs.Content key={value} value={value} className="grid gap-4 rounded">
          {value === 'sign-up' && (
            <AccountTypeToggle
              value={draft.accountType}
              onChange={(accountType) => onDraft({ accountType })}
            />
          )}
          <Segmented
            legend={t('auth.method')}
            hideLegend
            value={method}
            onChange={(next) => {
              setFollowsInvitation(false);
              chooseMethod(next);
            }}
            segments={[
              { value: 'phone', label: t('common.phone') },
              { value: 'email', label: t('common.email') },
            ]}
          />
          {method === 'phone' ? (
            <PhoneForm
              draft={draft}
              onDraft={onDraft}
              isLogin={value === 'login'}
              sentTo={sentTo}
              onSent={onOtpSent}
              onHaveCode={onHaveCode}
            />
          ) : value === 'login' ? (
            <EmailLogin
              email={draft.email}
              onEmail={(email) => onDraft({ email })}
              onForgotten={onForgotten}
              onDone={onLoggedIn}
            />
          ) : (
            <EmailSignUp draft={draft} onDraft={onDraft} onDone={onEntered} />
          )}
          <TermsLine />
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}

/** Links to the terms in a new tab, so that the typed text stays. */
function TermsLine() {
  const { t } = useTranslation();
  const link = (page: 'terms' | 'privacy', words: string) => (
    <Link
      key={page}
      to={paths[page]}
      target="_blank"
      rel="noopener"
      className="underline underline-offset-2"
    >
      {words}
    </Link>
  );
  return (
    <p className="text-note text-ink-soft">
      {t('auth.terms')
        .split(/<(terms|privacy)>([^<]*)<\/\1>/)
        .map((part, at, parts) => {
          if (at % 3 === 0) return part;
          return at % 3 === 2 && link(parts[at - 1] as 'terms' | 'privacy', part);
        })}
    </p>
  );
}
