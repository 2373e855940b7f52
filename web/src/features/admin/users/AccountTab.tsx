import type { AdminUser } from '@sachet/shared/admin/contracts/admin-users';
import { type FormEvent, useState } from 'react';
import { api } from '../../../api/client';
import { useUid } from '../../../api/keys';
import { useApi } from '../../../api/use-api';
import { toPhoneNumber } from '../../../app/base/phone-number';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { SelectField } from '../../../ui/Field';
import { Notice } from '../../../ui/Notice';
import { useConfirmedAction } from '../frame/confirm';
import { CompactField } from '../frame/fields';
import { getContact, Status, toRoleLabel } from './user-labels';
import { type AccountForm, getChanges, toForm } from './user-input';
import type { TabProps } from './UserDialog';
import { OrganizationSearch } from './OrganizationSearch';

/** Role, organization, names and phone number, and whether the user may sign in. */
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
  const { data: me } = useApi('GET /api/admin/me');
  const { ask, error, dialog } = useConfirmedAction(onChanged);
  const [draft, setDraft] = useState<Partial<AccountForm>>({});
  const form = { ...before, ...draft };
  const [reason, setReason] = useState('');
  const isOwn = useUid() === uid;
  // Text that is not a phone number is sent as typed, and the server returns the error message.
  const phoneNumber = toPhoneNumber('IN', form.phoneNumber) ?? form.phoneNumber;
  const after = { ...form, phoneNumber };
  const { role, profile } = getChanges(uid, before, after);
  const isSame = !role && !profile;
  const entersOrganization =
    role !== null && typeof role.organizationId === 'string' && role.organizationId !== '';
  const becomesAdmin = role?.role === 'admin' && before.role !== 'admin';
  const needsSecond = entersOrganization && me?.decidesAlone === false;
  const asksWhy = entersOrganization || becomesAdmin;
  const isReady = !isSame && !(entersOrganization && reason.trim() === '');
  const set = (change: Partial<AccountForm>) => setDraft((draft) => ({ ...draft, ...change }));

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isReady) return;
    const why = asksWhy && reason.trim() !== '' ? { reason: reason.trim() } : {};
    // Only the server knows whether a promotion needs approval.
    let wasProposed = false;
    ask({
      question: (
        <>
          <p>{t('adminUsers.confirmProfile', { who: contact })}</p>
          <ChangeList before={before} after={after} />
          {needsSecond && <p>{t('adminUsers.needsSecond')}</p>}
        </>
      ),
      steps: [
        ...(role
          ? [
              {
                act: async () => {
                  const answer = await api('POST /api/admin/users', { body: { ...role, ...why } });
                  wasProposed = answer.proposal !== null;
                },
                failed: t('adminUsers.roleFailed'),
              },
            ]
          : []),
        ...(profile
          ? [
              {
                act: () => api('POST /api/admin/users', { body: profile }),
                failed: t('adminUsers.profileFailed'),
              },
            ]
          : []),
      ],
      done: () => t(wasProposed ? 'adminUsers.creditsProposed' : 'adminUsers.profileSaved'),
      onDone: () => {
        setDraft({});
        setReason('');
      },
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
          label={t('common.phone')}
          type="tel"
          placeholder="+919812345678"
          value={form.phoneNumber}
          onChange={(phoneNumber) => set({ phoneNumber })}
        />
        <SelectField
          compact
          label={t('adminUsers.role')}
          value={form.role}
          onChange={(role) => set({ role })}
          disabled={isOwn}
          choices={[
            { value: 'user', label: t('adminUsers.roleUser') },
            { value: 'admin', label: t('studioCommon.admin') },
          ]}
        />
        <CompactField
          label={t('adminUsers.organizationId')}
          hint={t('adminUsers.organizationIdHint')}
          value={form.organizationId}
          onChange={(organizationId) => set({ organizationId })}
          disabled={isOwn}
        />
        {!isOwn && <OrganizationSearch onChoose={({ id }) => set({ organizationId: id })} />}
        {asksWhy && (
          <CompactField
            className="sm:col-span-2"
            label={t('studioCommon.reason')}
            hint={t(
              me?.decidesAlone
                ? 'adminUsers.decidedAlone'
                : entersOrganization
                  ? 'adminUsers.roleNeedsSecond'
                  : 'adminUsers.roleMayNeedSecond',
            )}
            maxLength={500}
            value={reason}
            onChange={setReason}
          />
        )}
      </div>
      {isOwn && <p className="text-note text-ink-soft">{t('adminUsers.ownRole')}</p>}
      <Notice role="alert" tone="bad" compact>
        {error}
      </Notice>
      <div className="flex flex-wrap gap-2">
        <Button size="compact" type="submit" disabled={!isReady}>
          {t(needsSecond && !profile ? 'adminUsers.proposeProfile' : 'adminUsers.saveProfile')}
        </Button>
        <Button size="compact" look="plain" disabled={isSame} onClick={() => setDraft({})}>
          {t('studioCommon.discardChanges')}
        </Button>
      </div>
      {dialog}
    </form>
  );
}

/** Whether the user may sign in, with the buttons that change it. */
function AccountSwitch({ user, onChanged }: { user: AdminUser; onChanged: () => Promise<void> }) {
  const { t } = useTranslation();
  const { ask, error, dialog } = useConfirmedAction(onChanged);
  const { uid } = user;
  const who = getContact(user);
  return (
    <div className="grid gap-2 border-b border-fold pb-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-48 text-note">
          <Status user={user} />
          <span className="block text-ink-soft">
            {t(user.disabled ? 'adminUsers.isDisabledText' : 'adminUsers.isEnabledText')}
          </span>
        </p>
        <div className="flex gap-2">
          <Button
            size="compact"
            look="outline"
            disabled={!user.disabled}
            onClick={() =>
              ask({
                question: t('adminUsers.confirmEnable', { who }),
                steps: [
                  {
                    act: () => api('POST /api/admin/users', { body: { uid, action: 'enable' } }),
                    failed: t('adminUsers.updateFailed'),
                  },
                ],
                done: t('adminUsers.userEnabled'),
              })
            }
          >
            {t('adminUsers.enable')}
          </Button>
          <Button
            size="compact"
            look="outline"
            disabled={user.disabled}
            onClick={() =>
              ask({
                question: t('adminUsers.confirmDisable', { who }),
                steps: [
                  {
                    act: () => api('POST /api/admin/users', { body: { uid, action: 'disable' } }),
                    failed: t('adminUsers.updateFailed'),
                  },
                ],
                done: t('adminUsers.userDisabled'),
              })
            }
          >
            {t('adminUsers.disable')}
          </Button>
        </div>
      </div>
      <Notice role="alert" tone="bad" compact>
        {error}
      </Notice>
      {dialog}
    </div>
  );
}

const names = ['role', 'organizationId', 'firstName', 'lastName', 'phoneNumber'] as const;

/** Shows the changes that 'Save profile' makes, with the old and the new values. */
function ChangeList({ before, after }: { before: AccountForm; after: AccountForm }) {
  const { t } = useTranslation();
  const labels = {
    role: t('adminUsers.role'),
    organizationId: t('adminUsers.organizationId'),
    firstName: t('adminUsers.firstName'),
    lastName: t('adminUsers.lastName'),
    phoneNumber: t('common.phone'),
  };
  const show = (form: AccountForm, name: (typeof names)[number]) =>
    name === 'role' ? toRoleLabel(t, form.role) : form[name].trim() || t('admin.nothing');
  return (
    <dl className="grid gap-1 text-note">
      {names
        .filter((name) => before[name] !== after[name].trim())
        .map((name) => (
          <div key={name}>
            <dt className="inline font-semibold">{labels[name]}: </dt>
            <dd className="inline">
              <del className="text-ink-soft">{show(before, name)}</del>
              {' → '}
              <ins className="no-underline">{show(after, name)}</ins>
            </dd>
          </div>
        ))}
    </dl>
  );
}
