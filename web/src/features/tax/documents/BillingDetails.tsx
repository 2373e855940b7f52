import { BillingProfile } from '@sachet/shared/tax/content';
import type { CountryCode } from '@sachet/shared/tax/countries';
import { findFieldFaults, longestText, type FieldFault } from '@sachet/shared/tax/fields';
import { findGstinFault, isUin, stateOfGstin } from '@sachet/shared/tax/gstin';
import { abroadCode, type PlaceCode } from '@sachet/shared/tax/states';
import { useState, type FormEvent } from 'react';
import { api } from '../../../api/client';
import { isFailure } from '../../../api/failure';
import { useApi } from '../../../api/use-api';
import { Loaded } from '../../../app/base/Loaded';
import { useAction } from '../../../app/base/use-action';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { classes } from '../../../ui/classes';
import { FieldError, SelectField, TextField } from '../../../ui/Field';
import { Skeleton } from '../../../ui/Skeleton';
import { Switch } from '../../../ui/Switch';
import { notify } from '../../../ui/Toaster';
import { Section } from '../../../ui/Section';
import { useCountryChoices, useStateChoices } from './state-choices';

/** The name and address on the next documents. */
export function BillingDetails() {
  const { t } = useTranslation();
  const details = useApi('GET /api/billing-profile');
  return (
    <Section title={t('bills.details')} text={t('bills.detailsText')}>
      <Loaded
        read={details}
        failed={t('bills.detailsFailed')}
        loading={<Skeleton className="h-96 w-full rounded-xl" />}
      >
        {(read) => (
          <>
            <Form
              stored={read.profile}
              isTaxed={read.isTaxed}
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
    </Section>
  );
}

/** Spans both columns of the form. */
const wide = 'sm:col-span-2';

type Field = keyof BillingProfile;
/** Those of the supplier's settings are not among them. */
type Fault = Exclude<FieldFault, 'sac' | 'prefix' | 'prefixes' | 'rate' | 'letter'> | 'country';
type Faults = Partial<Record<Field, Fault>>;

/** Returns the faults for which the server would refuse the details, by the same rules. */
function findFaults(draft: BillingProfile, isAbroad: boolean): Faults {
  const faults = { ...findFieldFaults(BillingProfile.safeParse(draft)) } as Faults;
  // A corrected GSTIN chooses the State.
  if (faults.gstin) delete faults.stateCode;
  if (isAbroad && draft.country === null) faults.country = 'country';
  return faults;
}

function Form({
  stored,
  isTaxed,
  onSaved,
}: {
  stored: BillingProfile;
  isTaxed: boolean;
  onSaved: (saved: BillingProfile) => Promise<unknown>;
}) {
  const { t } = useTranslation();
  const states = useStateChoices();
  const countries = useCountryChoices();
  const [draft, setDraft] = useState(stored);
  const [isAbroad, setIsAbroad] = useState(stored.country !== null);
  const [faults, setFaults] = useState<Faults>({});
  const save = useAction(async (body: BillingProfile) => {
    const saved = await api('POST /api/billing-profile', { body });
    setDraft(saved);
    await onSaved(saved);
    notify.success(t('bills.saved'));
  });
  // The only fault of a GSTIN that this client cannot find.
  const isOwnGstin = isFailure(save.failure, 'invalid') && save.failure.field === 'gstin';
  const set = (change: Partial<BillingProfile>) => setDraft({ ...draft, ...change });
  const toError = (field: Field) =>
    faults[field] &&
    t(`bills.fault.${faults[field]}`, {
      count: field === 'name' ? longestText.name : longestText.address,
    });
  const hasGstin = draft.gstin !== null && findGstinFault(draft.gstin) === null;

  function submit(event: FormEvent) {
    event.preventDefault();
    const body = {
      ...draft,
      name: draft.name.trim(),
      address: draft.address.trim(),
      pin: draft.pin?.trim() || null,
    };
    const found = findFaults(body, isAbroad);
    setFaults(found);
    if (Object.keys(found).length === 0) void save.run(body);
  }

  return (
    <form noValidate onSubmit={submit} className="grid items-start gap-4 sm:grid-cols-2">
      <TextField
        label={t('studioCommon.name')}
        value={draft.name}
        autoComplete="name"
        className={classes(isAbroad && wide)}
        error={toError('name')}
        onChange={({ target }) => set({ name: target.value })}
      />
      {!isAbroad && (
        <TextField
          label={t('bills.gstin')}
          hint={t('bills.gstinHint')}
          value={draft.gstin ?? ''}
          maxLength={20}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          inputClassName="tabular-nums"
          error={isOwnGstin ? t('bills.fault.ownGstin') : toError('gstin')}
          onChange={({ target }) => {
            const gstin = target.value.replaceAll(/\s/g, '').toUpperCase() || null;
            // The State of the registration is the place of supply.
            const isValid = gstin !== null && findGstinFault(gstin) === null;
            const change = isValid ? { stateCode: stateOfGstin(gstin) } : {};
            set({ gstin, ...change, ...(gstin === null && { isSez: false }) });
          }}
        />
      )}
      {!isAbroad && hasGstin && !isUin(draft.gstin!) && (
        <div className={wide}>
          <Switch
            label={t('bills.zone')}
            hint={t('bills.zoneHint')}
            isOn={draft.isSez}
            onChange={(isSez) => set({ isSez })}
          />
        </div>
      )}
      <TextField
        label={t('bills.address')}
        value={draft.address}
        autoComplete="street-address"
        className={wide}
        error={toError('address')}
        onChange={({ target }) => set({ address: target.value })}
      />
      <div className="grid gap-1">
        <SelectField<PlaceCode | ''>
          label={t('studioCommon.indianState')}
          value={isAbroad ? abroadCode : (draft.stateCode ?? '')}
          disabled={hasGstin}
          onChange={(code) => {
            setIsAbroad(code === abroadCode);
            if (code === abroadCode) set({ stateCode: null, pin: null, gstin: null, isSez: false });
            else set({ stateCode: code === '' ? null : code, country: null });
          }}
          choices={[...states, { value: abroadCode, label: t('bills.abroad') }]}
        />
        <FieldError>{toError('stateCode')}</FieldError>
      </div>
      {isAbroad ? (
        <div className="grid gap-1">
          <SelectField<CountryCode | ''>
            label={t('bills.country')}
            value={draft.country ?? ''}
            onChange={(code) => set({ country: code === '' ? null : code })}
            choices={countries}
          />
          <FieldError>{toError('country')}</FieldError>
        </div>
      ) : (
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
      )}
      {isAbroad && (
        <p className={classes('text-note text-pretty text-ink-soft', wide)}>
          {t('bills.abroadText')}
        </p>
      )}
      {isTaxed && stored.stateCode === null && !isAbroad && (
        <p role="note" className={classes('text-note font-semibold text-pretty', wide)}>
          {t('bills.stateMissing')}
        </p>
      )}
      <div className={classes('grid gap-2', wide)}>
        <FieldError>{isOwnGstin ? null : save.error}</FieldError>
        <Button type="submit" busy={save.busy} className="justify-self-start">
          {t('bills.save')}
        </Button>
      </div>
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
