import type { CloseAccountRequest, ClosingPreview } from '@sachet/shared/people/contracts/account';
import type { UserProfile } from '@sachet/shared/people/contracts/user';
import { formatRupees } from '@sachet/shared/money';
import { BadgeCheck, Download } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { api } from '../../../api/client';
import { download } from '../../../api/download';
import { useConfig, useWallet } from '../../../api/hooks';
import { useProfile } from '../../../api/profile';
import { useApi } from '../../../api/use-api';
import { Loaded } from '../../../app/base/Loaded';
import { groupDigits } from '../../../app/base/group-digits';
import { isOrganizationAdmin } from '../../../app/base/role-verdict';
import { useAction } from '../../../app/base/use-action';
import { OtherPages } from '../../../app/base/OtherPages';
import { useBrand } from '../../studio/brand/brand';
import { signOut } from '../auth/firebase-session';
import { UnverifiedEmail } from '../auth/UnverifiedEmail';
import { usePageTitle } from '../../../browser/page-title';
import { useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { ReadySettings } from '../ready/ReadySettings';
import { Button } from '../../../ui/Button';
import { Description, DescriptionList } from '../../../ui/DescriptionList';
import { Dialog } from '../../../ui/Dialog';
import { FieldError, TextField } from '../../../ui/Field';
import { Initials } from '../../../ui/Initials';
import { Money } from '../../../ui/Money';
import { Skeleton } from '../../../ui/Skeleton';
import { notify } from '../../../ui/Toaster';
import { Section } from '../../../ui/Section';

/** Shows who the user is and the pages of their account, offers all data as a file, and closes the account. */
export function AccountPage() {
  const { t } = useTranslation();
  usePageTitle(t('account.title'));
  return (
    <div className="mx-auto grid max-w-7xl items-start gap-x-12 gap-y-5 px-4 pt-6 sm:px-6 md:pt-12 lg:grid-cols-[20rem_minmax(0,1fr)]">
      <h1 className="text-title font-bold lg:col-span-2">{t('account.title')}</h1>
      <div className="grid gap-5 lg:sticky lg:top-24">
        <Person />
      </div>
      <div className="grid gap-5">
        <Section className={card} title={t('ready.title')} text={t('ready.text')}>
          <ReadySettings />
        </Section>
        <Section
          className={card}
          title={t('account.dataTitle')}
          text={t('account.dataText')}
          end={<DownloadData />}
        />
        <Section
          className={card}
          title={t('account.closeTitle')}
          text={t('account.closeText')}
          end={<CloseAccountButton />}
        />
      </div>
    </div>
  );
}

const card = 'rounded-xl border border-fold bg-packet p-4 sm:px-5';

function Person() {
  const { t } = useTranslation();
  const read = useProfile();
  return (
    <Loaded
      read={read}
      failed={t('account.failed')}
      loading={<Skeleton className="h-104 w-full rounded-xl" />}
    >
      {(profile) => profile && <Profile profile={profile} />}
    </Loaded>
  );
}

function Profile({ profile }: { profile: UserProfile }) {
  const { t } = useTranslation();
  const { firstName, lastName, email, emailVerified, phoneNumber, organizationName } = profile;
  const { data: wallet } = useWallet();
  const { data: brand } = useBrand();
  const { data: config } = useConfig();
  const isAdmin = isOrganizationAdmin(profile);
  const role = t(isAdmin ? 'studioCommon.admin' : 'organization.member');
  return (
    <>
      <div className={`grid gap-4 ${card}`}>
        <div className="flex items-center gap-4">
          <Initials names={[firstName, lastName]} className="size-14 text-lead" />
          <div className="min-w-0 wrap-anywhere">
            <p className="text-lead font-bold">
              {firstName} {lastName}
            </p>
            <p className="text-note text-ink-soft">
              {organizationName ? `${organizationName} · ${role}` : t('auth.individual')}
            </p>
          </div>
        </div>
        <DescriptionList className="grid gap-3 border-t border-dashed border-edge pt-4 empty:hidden">
          {phoneNumber && (
            <Description name={t('common.phone')}>{groupDigits(phoneNumber)}</Description>
          )}
          {email && (
            <Description name={t('common.email')}>
              {email} · {t(emailVerified ? 'account.verified' : 'account.unverified')}
              {emailVerified && <BadgeCheck aria-hidden className="ml-1 inline size-4 text-leaf" />}
            </Description>
          )}
        </DescriptionList>
        {email && !emailVerified && (
          <UnverifiedEmail
            text={t('gate.text', { email })}
            inboxUrl={config?.inboxUrl}
            onVerified={() => {}}
          />
        )}
      </div>
      <OtherPages
        links={[
          [paths.wallet, t('studioCommon.wallet'), wallet && formatRupees(wallet.available)],
          [paths.library, t('library.title')],
          [paths.brand, t('brand.title'), brand?.kit?.name],
          ...(isAdmin ? [[paths.organization, t('organization.title')] as const] : []),
        ]}
      />
    </>
  );
}

function DownloadData() {
  const { t } = useTranslation();
  const { run, busy } = useAction(
    () => download('GET /api/account/data', {}, 'sachet-my-data.json'),
    { toast: true },
  );
  return (
    <Button look="outline" size="small" busy={busy} onClick={() => void run()}>
      {!busy && <Download aria-hidden className="size-4" />}
      {t('account.download')}
    </Button>
  );
}

function CloseAccountButton() {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        look="outline"
        size="small"
        className="text-vermilion"
        onClick={() => setIsOpen(true)}
      >
        {t('account.close')}
      </Button>
      {isOpen && <CloseAccount onClose={() => setIsOpen(false)} />}
    </>
  );
}

type Remainder = CloseAccountRequest['remainder'];

/** The word that the API requires. The user types it in any case, or that of the page's language. */
const confirmation = 'CLOSE';

const fold = (typed: string) => typed.trim().normalize().toLowerCase();

/** Shows what happens to the money before the account is closed. */
function CloseAccount({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  // The consequences are read again each time that this dialog opens.
  const read = useApi('GET /api/account/closing', {}, { dedupingInterval: 0 });
  return (
    <Dialog open onClose={onClose} title={t('account.closeTitle')} closeLabel={t('common.close')}>
      <Loaded
        read={read}
        failed={t('account.failed')}
        loading={<Skeleton className="h-48 w-full" />}
      >
        {(preview) =>
          preview.obstacle ? (
            <p className="font-semibold">{t(`account.${preview.obstacle}`)}</p>
          ) : (
            <Form preview={preview} onClose={onClose} />
          )
        }
      </Loaded>
    </Dialog>
  );
}

function Form({ preview, onClose }: { preview: ClosingPreview; onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [remainder, setRemainder] = useState<Remainder>('send_back');
  const [typed, setTyped] = useState('');
  const word = t('account.word');
  const isConfirmed = [word, confirmation].map(fold).includes(fold(typed));
  const close = useAction(async () => {
    await api('POST /api/account/close', { body: { remainder, confirm: confirmation } });
    // The account is closed even if this browser fails to sign out.
    await signOut().catch(() => undefined);
    notify.success(t('account.closed'));
    await navigate(paths.home);
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    void close.run();
  }

  return (
    <form className="grid gap-5" onSubmit={submit}>
      <Consequences preview={preview} remainder={remainder} />
      {preview.sentBack > 0 && <RemainderChoice value={remainder} onChange={setRemainder} />}
      <TextField
        label={t('account.typeWord', { word })}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <FieldError>{close.error}</FieldError>
      <div className="flex flex-wrap gap-3 *:grow">
        <Button look="outline" disabled={close.busy} onClick={onClose}>
          {t('account.keep')}
        </Button>
        <Button type="submit" busy={close.busy} disabled={!isConfirmed} look="danger">
          {t('account.closeNow')}
        </Button>
      </div>
    </form>
  );
}

function Consequences({ preview, remainder }: { preview: ClosingPreview; remainder: Remainder }) {
  const { t } = useTranslation();
  const { sentBack, ends, held, organizationKeeps } = preview;
  return (
    <ul className="grid list-disc gap-2 pl-5">
      <li>{t('account.erased')}</li>
      {sentBack > 0 && (
        <li>
          <Money rupees={sentBack} />{' '}
          {t(remainder === 'send_back' ? 'account.goesBack' : 'account.isGivenUp')}
        </li>
      )}
      {ends > 0 && (
        <li>
          <Money rupees={ends} /> {t('account.bonusEnds')}
        </li>
      )}
      {held > 0 && (
        <li>
          <Money rupees={held} /> {t('account.heldFirst')}
        </li>
      )}
      {organizationKeeps !== null && (
        <li className="wrap-anywhere">
          {t('account.organizationKeeps', { organization: organizationKeeps })}
        </li>
      )}
      <li>{t('account.ledgerStays')}</li>
    </ul>
  );
}

const remainders: Remainder[] = ['send_back', 'give_up'];

function RemainderChoice({
  value,
  onChange,
}: {
  value: Remainder;
  onChange: (value: Remainder) => void;
}) {
  const { t } = useTranslation();
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 text-note font-semibold">{t('account.remainder')}</legend>
      {remainders.map((each) => (
        <label key={each} className="flex min-h-11 items-center gap-3">
          <input
            type="radio"
            name="remainder"
            className="size-5 shrink-0 accent-ink"
            checked={value === each}
            onChange={() => onChange(each)}
          />
          {t(`account.${each}`)}
        </label>
      ))}
    </fieldset>
  );
}
