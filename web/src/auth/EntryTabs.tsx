import { Tabs } from 'radix-ui';
import { Link } from 'react-router-dom';
import type { AuthTab } from '../app/dialogs';
import { useTranslation } from '../i18n/translate';
import { paths } from '../paths';
import { Segmented } from '../ui/Segmented';
import { AccountTypeToggle } from './AccountTypeToggle';
import type { AuthDraft, OnDraft } from './auth-draft';
import { EmailLogin } from './EmailLogin';
import { EmailSignUp } from './EmailSignUp';
import { chooseMethod, useMethod } from './method';
import { PhoneForm } from './PhoneForm';
import type { Entry, Login } from './sign-in';

const tabs = ['login', 'sign-up'] as const;

/** Login and Sign Up, each by phone or by e-mail (docs/product.md, Screens). */
export function EntryTabs({
  tab,
  onTab,
  draft,
  onDraft,
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
  /** The number that has a code on its way, or null. */
  sentTo: string | null;
  onOtpSent: (sent: { phone: string; verificationId: string }) => void;
  onHaveCode: () => void;
  onForgotten: () => void;
  onLoggedIn: (login: Login) => void;
  onEntered: (entry: Entry) => void;
}) {
  const { t } = useTranslation();
  const method = useMethod();
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
            // Radix would focus it by script, which shows a ring on a page whose first press this is.
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
            onChange={chooseMethod}
            segments={[
              { value: 'phone', label: t('auth.phone') },
              { value: 'email', label: t('auth.email') },
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

/** In a tab of their own: what has been typed in the dialog stays. */
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
