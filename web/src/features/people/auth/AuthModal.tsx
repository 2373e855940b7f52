import { formatPrice } from '@sachet/shared/money';
import { Tabs } from 'radix-ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router-dom';
import { useConfig } from '../../../api/hooks';
import { useProfile } from '../../../api/profile';
import { advertisedBonusRupees } from '../../../app/base/bonus';
import { closeDialog, type AuthTab } from '../../../app/base/dialogs';
import { useStore } from '../../../browser/store';
import { dropPending } from '../../studio/generation/pending';
import { useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { useSession } from '../../../app/session/session';
import { TextButton } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { notify } from '../../../ui/Toaster';
import { type Attempt, forgetAttempt, type SentCode } from './attempt';
import {
  EmailLogin,
  EmailSignUp,
  ForgotPassword,
  OtpForm,
  preloadSteps,
  ProfileStep,
} from './auth-steps';
import type { AuthDraft, OnDraft } from './draft';
import { signOut } from './firebase-session';
import {
  chooseMethod,
  completeProfile,
  useMethod,
  type Entry,
  type Login,
  type Method,
} from './sign-in';
import { openAttempt } from './open-attempt';
import { PhoneForm } from './PhoneForm';
import { UnverifiedEmail } from './UnverifiedEmail';
import { nameErrors } from './validation';

interface Screen {
  title: string;
  description?: string | undefined;
  content: ReactNode;
}

export function AuthModal({ tab, email }: { tab: AuthTab; email: string | null }) {
  const { t } = useTranslation();
  const session = useSession();
  const { data: profile } = useProfile();
  const { data: config } = useConfig();
  const [store] = useState(() => openAttempt({ tab, email }, Date.now()));
  const attempt = useStore(store);
  const { view, draft, code } = attempt;
  useEffect(preloadSteps, []);

  const isSignedIn = session.status === 'signed-in';
  const needsProfile = isSignedIn && profile === null && view !== 'verify';
  const inboxUrl = config?.inboxUrl;
  const bonus = formatPrice(config?.signupBonus ?? advertisedBonusRupees);

  function change(part: Partial<Attempt>) {
    store.set((current) => ({ ...current, ...part }));
  }

  function onDraft(part: Partial<AuthDraft>) {
    store.set((current) => ({ ...current, draft: { ...current.draft, ...part } }));
  }

  function close() {
    if (!isSignedIn) dropPending();
    change({ isOpen: false });
    closeDialog();
  }

  function showCode(sent: Pick<SentCode, 'phone' | 'verificationId'>) {
    change({ code: { ...sent, sentAtMs: Date.now() }, view: 'otp' });
  }

  function enter({ newProfile, needsNames }: Entry) {
    // The form asks for the name of the missing profile.
    if (needsNames) return change({ code: null, view: 'entry' });
    forgetAttempt();
    closeDialog();
    if (!newProfile) return notify.success(t('auth.signedIn'));
    const withheld = newProfile.bonusWithheld;
    if (withheld) notify.info(t(`auth.bonusWithheld.${withheld}`));
    else
      notify.success(`${t('auth.profileCreated')} ${t('auth.bonusCredited', { amount: bonus })}`);
  }

  function logIn(login: Login) {
    if (login === 'awaits-verification') change({ view: 'verify' });
    if (login === 'entered') enter({ newProfile: null });
  }

  /**
   * Runs once the address is verified. The profile may be missing, because the sign-up was interrupted; on
   * the Login tab, no name was entered.
   */
  async function onVerified({ hasProfile }: { hasProfile: boolean }) {
    if (hasProfile) {
      forgetAttempt();
      return closeDialog();
    }
    if (Object.keys(nameErrors(draft)).length > 0) return change({ view: 'entry' });
    enter(await completeProfile(draft));
  }

  function startOver() {
    change({ code: null, view: 'entry' });
    void signOut();
  }

  function getScreen(): Screen {
    if (needsProfile) {
      return {
        title: t('auth.profileTitle'),
        content: <ProfileStep names={draft} onNames={onDraft} onDone={enter} onOther={startOver} />,
      };
    }
    if (view === 'otp' && code) {
      return {
        title: t('auth.codeTitle'),
        content: (
          <OtpForm
            phone={code.phone}
            verificationId={code.verificationId}
            inboxUrl={inboxUrl}
            onResent={(verificationId) => showCode({ phone: code.phone, verificationId })}
            onChangeNumber={() => change({ view: 'entry' })}
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
            onBack={() => change({ view: 'entry' })}
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
    return {
      title: t(attempt.tab === 'login' ? 'auth.loginTitle' : 'auth.signUpTitle'),
      description: attempt.tab === 'login' ? undefined : t('auth.bonus', { amount: bonus }),
      content: (
        <EntryTabs
          tab={attempt.tab}
          onTab={(next) => change({ tab: next })}
          draft={draft}
          onDraft={onDraft}
          isInvited={email !== null}
          sentTo={code?.phone ?? null}
          onOtpSent={showCode}
          onHaveCode={() => change({ view: 'otp' })}
          onForgotten={() => change({ view: 'reset' })}
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
  const forms = useRef<HTMLDivElement>(null);

  async function change(next: Method) {
    // The field can get the focus only once its form has loaded.
    if (next === 'email') await (tab === 'login' ? EmailLogin : EmailSignUp).preload();
    flushSync(() => {
      setFollowsInvitation(false);
      chooseMethod(next);
    });
    forms.current?.querySelector<HTMLElement>('[role=tabpanel] [data-first-field]')?.focus();
  }

  return (
    <Tabs.Root ref={forms} value={tab} onValueChange={(next) => onTab(next as AuthTab)}>
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
          {method === 'phone' ? (
            <PhoneForm
              draft={draft}
              onDraft={onDraft}
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
          <div className="-my-2 text-center">
            <TextButton onClick={() => void change(method === 'phone' ? 'email' : 'phone')}>
              {t(method === 'phone' ? 'auth.useEmail' : 'auth.usePhone')}
            </TextButton>
          </div>
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
