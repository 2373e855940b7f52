import { formatPrice } from '@sachet/shared/money';
import { Tabs } from 'radix-ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig, useProfile } from '../../api/hooks';
import { dropPending } from '../../auth/pending';
import { useSession } from '../../auth/session';
import { noNames } from '../../auth/validation';
import { Dialog } from '../../ui/Dialog';
import { Segmented } from '../../ui/Segmented';
import { notify } from '../../ui/Toaster';
import { closeDialog, type AuthTab } from '../dialogs';
import { EmailLogin } from './EmailLogin';
import { EmailSignUp } from './EmailSignUp';
import { PhoneFlow } from './PhoneFlow';
import { ProfileStep } from './ProfileStep';
import { UnverifiedEmail } from './UnverifiedEmail';

type Method = 'phone' | 'email';

export function AuthModal({ tab: firstTab }: { tab: AuthTab }) {
  const { t } = useTranslation();
  const session = useSession();
  const { data: profile } = useProfile();
  const { data: config } = useConfig();
  const [tab, setTab] = useState<AuthTab>(firstTab);
  const [method, setMethod] = useState<Method>('phone');
  const [names, setNames] = useState(noNames);
  const [unverified, setUnverified] = useState(false);

  const signedIn = session.status === 'signed-in';
  const needsProfile = signedIn && profile === null;

  function close() {
    if (!signedIn) dropPending();
    closeDialog();
  }

  function finish(entry: { createdProfile: boolean }) {
    closeDialog();
    notify.success(t(entry.createdProfile ? 'auth.profileCreated' : 'auth.signedIn'));
  }

  const title = needsProfile
    ? t('auth.profileTitle')
    : unverified
      ? t('auth.unverifiedTitle')
      : t(tab === 'login' ? 'auth.loginTitle' : 'auth.signUpTitle');

  return (
    <Dialog
      open
      onClose={close}
      title={title}
      closeLabel={t('shell.close')}
      description={
        tab === 'sign-up' && config && !needsProfile && !unverified
          ? t('auth.bonus', { amount: formatPrice(config.signupBonus) })
          : undefined
      }
    >
      {unverified ? (
        <UnverifiedEmail inboxUrl={config?.inboxUrl} onVerified={closeDialog} />
      ) : needsProfile ? (
        <ProfileStep names={names} onNames={setNames} onDone={finish} />
      ) : (
        <Tabs.Root value={tab} onValueChange={(next) => setTab(next as AuthTab)}>
          <Tabs.List
            aria-label={t('auth.tabs')}
            className="mb-5 grid grid-cols-2 border-b-[1.5px] border-fold"
          >
            {(['login', 'sign-up'] as const).map((value) => (
              <Tabs.Trigger
                key={value}
                value={value}
                className="-mb-[1.5px] min-h-11 border-b-[3px] border-transparent font-semibold text-ink-soft data-[state=active]:border-ink data-[state=active]:text-ink"
              >
                {t(value === 'login' ? 'auth.login' : 'auth.signUp')}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
          {(['login', 'sign-up'] as const).map((value) => (
            <Tabs.Content key={value} value={value} className="grid gap-4 rounded">
              <Segmented
                legend={t('auth.method')}
                hideLegend
                value={method}
                onChange={setMethod}
                segments={[
                  { value: 'phone', label: t('auth.phone') },
                  { value: 'email', label: t('auth.email') },
                ]}
              />
              {method === 'phone' ? (
                <PhoneFlow
                  names={names}
                  onNames={setNames}
                  inboxUrl={config?.inboxUrl}
                  onDone={finish}
                />
              ) : value === 'login' ? (
                <EmailLogin
                  onDone={({ emailVerified }) =>
                    emailVerified ? finish({ createdProfile: false }) : setUnverified(true)
                  }
                />
              ) : (
                <EmailSignUp names={names} onNames={setNames} onDone={finish} />
              )}
              <p className="text-note text-ink-soft">{t('auth.terms')}</p>
            </Tabs.Content>
          ))}
        </Tabs.Root>
      )}
    </Dialog>
  );
}
