import { useState, type FormEvent } from 'react';
import { changeUser } from '../../api/admin-users';
import { toPhoneNumber } from '../../app/phone-number';
import { useTranslation } from '../../i18n/translate';
import { Button } from '../../ui/Button';
import { CompactField } from '../frame/CompactField';
import { SelectField } from '../frame/SelectField';
import { ErrorNote, useGuarded } from '../frame/use-guarded';
import { getChanges, toForm, type AccountForm } from './account-changes';
import { AccountSwitch } from './AccountSwitch';
import { ChangeList } from './ChangeList';
import { OrganizationSearch } from './OrganizationSearch';
import type { TabProps } from './tab';
import { getContact } from './user-labels';

/** Role, organisation, names and number, and whether they may sign in. */
export function AccountTab({ detail, onChanged }: TabProps) {
  const { t } = useTranslation();
  const { user, profile } = detail;
  if (!profile || user.deleted) {
    return (
      <div className="grid gap-4">
        <p>{t(user.deleted ? 'adminUsers.deletedText' : 'adminUsers.unfinished')}</p>
        {!user.deleted && <AccountSwitch user={user} onChanged={onChanged} />}
      </div>
    );
  }
  return (
    <div className="grid gap-5">
      <AccountSwitch user={user} onChanged={onChanged} />
      <ProfileForm
        uid={user.uid}
        contact={getContact(user)}
        before={toForm(profile)}
        onChanged={onChanged}
      />
    </div>
  );
}

function ProfileForm({
  uid,
  contact,
  before,
  onChanged,
}: {
  uid: string;
  contact: string;
  before: AccountForm;
  onChanged: () => Promise<void>;
}) {
  const { t } = useTranslation();
  const { ask, error, dialog } = useGuarded(onChanged);
  const [draft, setDraft] = useState<Partial<AccountForm>>({});
  const form = { ...before, ...draft };
  // Text that is not a number is sent as typed: the server returns the message for it.
  const phoneNumber = toPhoneNumber('IN', form.phoneNumber) ?? form.phoneNumber;
  const after = { ...form, phoneNumber };
  const { role, profile } = getChanges(uid, before, after);
  const isSame = !role && !profile;
  const set = (change: Partial<AccountForm>) => setDraft((draft) => ({ ...draft, ...change }));

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isSame) return;
    ask({
      question: (
        <>
          <p>{t('adminUsers.confirmProfile', { who: contact })}</p>
          <ChangeList before={before} after={after} />
        </>
      ),
      steps: [
        ...(role ? [{ act: () => changeUser(role), failed: t('adminUsers.roleFailed') }] : []),
        ...(profile
          ? [{ act: () => changeUser(profile), failed: t('adminUsers.profileFailed') }]
          : []),
      ],
      done: t('adminUsers.profileSaved'),
    });
  }

  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <div className="grid gap-3 sm:grid-cols-2">
        <CompactField
          label={t('adminUsers.firstName')}
          value={form.firstName}
          onChange={(firstName) => set({ firstName })}
        />
        <CompactField
          label={t('adminUsers.lastName')}
          value={form.lastName}
          onChange={(lastName) => set({ lastName })}
        />
        <CompactField
          label={t('adminUsers.phone')}
          type="tel"
          placeholder="+919812345678"
          value={form.phoneNumber}
          onChange={(phoneNumber) => set({ phoneNumber })}
        />
        <SelectField
          label={t('adminUsers.role')}
          value={form.role}
          onChange={(role) => set({ role })}
          choices={[
            { value: 'user', label: t('adminUsers.roleUser') },
            { value: 'admin', label: t('adminUsers.roleAdmin') },
          ]}
        />
        <CompactField
          label={t('adminUsers.organizationId')}
          hint={t('adminUsers.organizationIdHint')}
          value={form.organizationId}
          onChange={(organizationId) => set({ organizationId })}
        />
        <OrganizationSearch onChoose={({ id }) => set({ organizationId: id })} />
      </div>
      <ErrorNote>{error}</ErrorNote>
      <div className="flex flex-wrap gap-2">
        <Button size="compact" type="submit" disabled={isSame}>
          {t('adminUsers.saveProfile')}
        </Button>
        <Button size="compact" look="plain" disabled={isSame} onClick={() => setDraft({})}>
          {t('adminUsers.discard')}
        </Button>
      </div>
      {dialog}
    </form>
  );
}
