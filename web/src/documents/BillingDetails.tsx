import { BillingProfile, longestText } from '@sachet/shared/documents/content';
import { findGstinFault } from '@sachet/shared/documents/gstin';
import type { StateCode } from '@sachet/shared/documents/states';
import { useState, type FormEvent } from 'react';
import { api } from '../api/client';
import { useApi } from '../api/use-api';
import { Loaded } from '../app/Loaded';
import { useAction } from '../app/use-action';
import { useTranslation } from '../i18n/translate';
import { Button } from '../ui/Button';
import { FieldError, SelectField, TextField } from '../ui/Field';
import { Skeleton } from '../ui/Skeleton';
import { Switch } from '../ui/Switch';
import { notify } from '../ui/Toaster';
import { useStateChoices } from './state-choices';

/** The name and address on the next documents. */
export function BillingDetails() {
  const { t } = useTranslation();
  const details = useApi('GET /api/billing-profile');
  return (
    <section aria-labelledby="details" className="grid gap-4">
      <div>
        <h2 id="details" className="text-lead font-bold">
          {t('bills.details')}
        </h2>
        <p className="text-note text-pretty text-ink-soft">{t('bills.detailsText')}</p>
      </div>
      <Loaded
        read={details}
        failed={t('bills.detailsFailed')}
        loading={<Skeleton className="h-96 w-full rounded-xl" />}
      >
        {(read) => (
          <>
            <Form
              stored={read.profile}
              onSaved={(profile) =>
                details.mutate((now) => now && { ...now, profile, asksForState: false }, {
                  revalidate: false,
                })
              }
            />
            <MailSwitch
              mail={read.mail}
              onChanged={(isOn) =>
                details.mutate((now) => now && { ...now, mail: { ...now.mail, isOn } }, {
                  revalidate: false,
                })
              }
            />
          </>
        )}
      </Loaded>
    </section>
  );
}

type Field = keyof BillingProfile;
type Fault = 'format' | 'state' | 'check' | 'otherState' | 'text' | 'long' | 'pin' | 'missing';
type Faults = Partial<Record<Field, Fault>>;

/** What the server would refuse, by the same rules. */
function findFaults(draft: BillingProfile): Faults {
  const faults: Faults = {};
  for (const { path, code } of BillingProfile.safeParse(draft).error?.issues ?? []) {
    const field = path[0] as Field;
    faults[field] ??= toFault(field, code, draft);
  }
  // A corrected GSTIN chooses the State.
  if (faults.gstin) delete faults.stateCode;
  return faults;
}

function toFault(field: Field, code: string, { gstin }: BillingProfile): Fault {
  switch (field) {
    case 'gstin':
      return findGstinFault(gstin ?? '') ?? 'format';
    case 'stateCode':
      return 'otherState';
    case 'pin':
      return code === 'custom' ? 'missing' : 'pin';
    case 'name':
    case 'address':
      if (code === 'too_big') return 'long';
      return code === 'custom' ? 'missing' : 'text';
    default:
      return field satisfies never;
  }
}

function Form({
  stored,
  onSaved,
}: {
  stored: BillingProfile;
  onSaved: (saved: BillingProfile) => Promise<unknown>;
}) {
  const { t } = useTranslation();
  const choices = useStateChoices();
  const [draft, setDraft] = useState(stored);
  const [faults, setFaults] = useState<Faults>({});
  const save = useAction(async (body: BillingProfile) => {
    const saved = await api('POST /api/billing-profile', { body });
    setDraft(saved);
    await onSaved(saved);
    notify.success(t('bills.saved'));
  });
  const set = (change: Partial<BillingProfile>) => setDraft({ ...draft, ...change });
  const toError = (field: Field) =>
    faults[field] &&
    t(`bills.fault.${faults[field]}`, {
      count: field === 'name' ? longestText.name : longestText.address,
    });

  function submit(event: FormEvent) {
    event.preventDefault();
    const body = {
      ...draft,
      name: draft.name.trim(),
      address: draft.address.trim(),
      pin: draft.pin?.trim() || null,
    };
    const found = findFaults(body);
    setFaults(found);
    if (Object.keys(found).length === 0) void save.run(body);
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <div className="grid gap-1">
        <SelectField<StateCode | ''>
          label={t('bills.state')}
          value={draft.stateCode ?? ''}
          disabled={draft.gstin !== null && findGstinFault(draft.gstin) === null}
          onChange={(code) => set({ stateCode: code === '' ? null : code })}
          choices={choices}
        />
        <FieldError>{toError('stateCode')}</FieldError>
      </div>
      <TextField
        label={t('bills.name')}
        value={draft.name}
        autoComplete="name"
        error={toError('name')}
        onChange={({ target }) => set({ name: target.value })}
      />
      <TextField
        label={t('bills.address')}
        value={draft.address}
        autoComplete="street-address"
        error={toError('address')}
        onChange={({ target }) => set({ address: target.value })}
      />
      <TextField
        label={t('bills.pin')}
        value={draft.pin ?? ''}
        maxLength={6}
        inputMode="numeric"
        autoComplete="postal-code"
        inputClassName="tabular-nums"
        error={toError('pin')}
        onChange={({ target }) => set({ pin: target.value || null })}
      />
      <TextField
        label={t('bills.gstin')}
        hint={t('bills.gstinHint')}
        value={draft.gstin ?? ''}
        maxLength={20}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        inputClassName="tabular-nums"
        error={toError('gstin')}
        onChange={({ target }) => {
          const gstin = target.value.replaceAll(/\s/g, '').toUpperCase() || null;
          // The State of the registration is the place of supply.
          const isValid = gstin !== null && findGstinFault(gstin) === null;
          const change = isValid ? { stateCode: gstin.slice(0, 2) as StateCode } : {};
          set({ gstin, ...change });
        }}
      />
      <FieldError>{save.error}</FieldError>
      <Button type="submit" busy={save.busy} className="justify-self-start">
        {t('bills.save')}
      </Button>
    </form>
  );
}

/** Whether each payment is mailed with its bill. Shown only to a user with a verified address. */
function MailSwitch({
  mail: { address, isOn },
  onChanged,
}: {
  mail: { address: string | null; isOn: boolean };
  onChanged: (isOn: boolean) => Promise<unknown>;
}) {
  const { t } = useTranslation();
  const change = useAction(async (next: boolean) => {
    await api('POST /api/bill-mails', { body: { isOn: next } });
    await onChanged(next);
  });
  return (
    <div className="grid gap-1 border-t border-fold pt-3">
      <Switch
        label={t('bills.mail')}
        hint={address ? t('bills.mailHint', { address }) : t('bills.mailNeedsAddress')}
        isOn={isOn && address !== null}
        isDisabled={address === null}
        isBusy={change.busy}
        onChange={(next) => void change.run(next)}
      />
      <FieldError>{change.error}</FieldError>
    </div>
  );
}
