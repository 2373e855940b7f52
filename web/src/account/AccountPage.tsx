import type { UserProfile } from '@sachet/shared/contracts/user';
import { Download } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { downloadMyData } from '../api/account';
import { useProfile } from '../api/profile';
import { Loaded } from '../app/Loaded';
import { useDownload } from '../app/use-download';
import { usePageTitle } from '../browser/page-title';
import { useTranslation } from '../i18n/translate';
import { Button } from '../ui/Button';
import { Description, DescriptionList } from '../ui/DescriptionList';
import { Skeleton } from '../ui/Skeleton';
import { CloseAccount } from './CloseAccount';

/** Who I am here, what is kept of me, and the way out. */
export function AccountPage() {
  const { t } = useTranslation();
  usePageTitle(t('account.title'));
  return (
    <div className="mx-auto grid max-w-2xl gap-10 px-4 pt-8 sm:px-6 md:pt-12">
      <h1 className="text-title font-bold">{t('account.title')}</h1>
      <Person />
      <Section title={t('account.dataTitle')} text={t('account.dataText')}>
        <DownloadData />
      </Section>
      <Section title={t('account.closeTitle')} text={t('account.closeText')}>
        <ClosingDoor />
      </Section>
    </div>
  );
}

function Section({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className="grid justify-items-start gap-3 border-t border-fold pt-6">
      <h2 className="text-lead font-bold">{title}</h2>
      <p className="text-ink-soft">{text}</p>
      {children}
    </section>
  );
}

function Person() {
  const { t } = useTranslation();
  const read = useProfile();
  return (
    <Loaded read={read} failed={t('account.failed')} loading={<Skeleton className="h-28 w-full" />}>
      {(profile) => profile && <Profile profile={profile} />}
    </Loaded>
  );
}

function Profile({ profile }: { profile: UserProfile }) {
  const { t } = useTranslation();
  const { firstName, lastName, email, emailVerified, phoneNumber, organizationName } = profile;
  const facts = [
    [t('account.name'), `${firstName} ${lastName}`],
    [t('account.phone'), phoneNumber],
    [
      t('account.email'),
      email && `${email} · ${t(emailVerified ? 'account.verified' : 'account.unverified')}`,
    ],
    [t('account.organization'), organizationName],
  ].filter(([, value]) => value);
  return (
    <DescriptionList>
      {facts.map(([name, value]) => (
        <Description key={name} name={name}>
          {value}
        </Description>
      ))}
    </DescriptionList>
  );
}

function DownloadData() {
  const { t } = useTranslation();
  const { busy, start } = useDownload<'data'>();
  return (
    <Button look="outline" busy={busy !== null} onClick={() => void start('data', downloadMyData)}>
      {!busy && <Download aria-hidden className="size-4" />}
      {t('account.download')}
    </Button>
  );
}

function ClosingDoor() {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button look="outline" className="text-vermilion" onClick={() => setIsOpen(true)}>
        {t('account.close')}
      </Button>
      {isOpen && <CloseAccount onClose={() => setIsOpen(false)} />}
    </>
  );
}
