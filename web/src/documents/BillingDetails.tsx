import type { BillingProfile } from '@sachet/shared/documents/content';
import { findGstinFault } from '@sachet/shared/documents/gstin';
import { states, type StateCode } from '@sachet/shared/documents/states';
import { useState, type FormEvent } from 'react';
import { api } from '../api/client';
import { isFailure } from '../api/failure';
import { useApi } from '../api/use-api';
import { Loaded } from '../app/Loaded';
import { useAction } from '../app/use-action';
import { useLanguage } from '../i18n/language';
import { useTranslation } from '../i18n/translate';
import { Button } from '../ui/Button';
import { FieldError, SelectField, TextField } from '../ui/Field';
import { Skeleton } from '../ui/Skeleton';
import { notify } from '../ui/Toaster';
import { hindiStates } from './hindi-states';

/** The name and address on the next documents. */
export function BillingDetails() {
  const { t } = useTranslation();
  const profile = useApi('GET /api/billing-profile');
  return (
    <section aria-labelledby="details" className="grid gap-4">
      <div>
        <h2 id="details" className="text-lead font-bold">
          {t('bills.details')}
        </h2>
        <p className="text-note text-pretty text-ink-soft">{t('bills.detailsText')}</p>
      </div>
      <Loaded
        read={profile}
        failed={t('bills.detailsFailed')}
        loading={<Skeleton className="h-96 w-full rounded-xl" />}
      >
        {(stored) => (
          <Form stored={stored} onSaved={(saved) => profile.mutate(saved, { revalidate: false })} />
        )}
      </Loaded>
    </section>
  );
}

type Field = keyof BillingProfile;
type Faults = Partial<Record<Field, 'format' | 'state' | 'check' | 'text' | 'pin' | 'missing'>>;

/** What the server would refuse, in the user's language. */
function findFaults({ gstin, pin, name, address }: BillingProfile): Faults {
  const faults: Faults = {};
  const fault = gstin === null ? null : findGstinFault(gstin);
  if (fault) faults.gstin = fault;
  if (pin !== null && !/^[1-9]\d{5}$/.test(pin)) faults.pin = 'pin';
  if (gstin !== null && name === '') faults.name = 'missing';
  if (gstin !== null && address === '') faults.address = 'missing';
  return faults;
}

function Form({
  stored,
  onSaved,
}: {
  stored: BillingProfile;
  onSaved: (saved: BillingProfile) => Promise<unknown>;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [draft, setDraft] = useState(stored);
  const [faults, setFaults] = useState<Faults>({});
  const save = useAction(async (body: BillingProfile) => {
    try {
      const saved = await api('POST /api/billing-profile', { body });
      setDraft(saved);
      await onSaved(saved);
      notify.success(t('bills.saved'));
    } catch (thrown) {
      // Everything else was checked before.
      const field = isFailure(thrown, 'invalid') ? thrown.field : null;
      if (field !== 'name' && field !== 'address') throw thrown;
      setFaults({ [field]: 'text' });
    }
  });
  const set = (change: Partial<BillingProfile>) => setDraft({ ...draft, ...change });
  const toError = (field: Field) => faults[field] && t(`bills.fault.${faults[field]}`);

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
      <SelectField<StateCode | ''>
        label={t('bills.state')}
        value={draft.stateCode ?? ''}
        disabled={draft.gstin !== null && findGstinFault(draft.gstin) === null}
        onChange={(code) => set({ stateCode: code === '' ? null : code })}
        choices={[
          { value: '', label: t('bills.noState') },
          ...toStates(language === 'hi' ? hindiStates : states),
        ]}
      />
      <TextField
        label={t('bills.name')}
        value={draft.name}
        maxLength={120}
        autoComplete="name"
        error={toError('name')}
        onChange={({ target }) => set({ name: target.value })}
      />
      <TextField
        label={t('bills.address')}
        value={draft.address}
        maxLength={300}
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

/** In the order of their names. */
function toStates(names: Readonly<Record<StateCode, string>>) {
  return Object.entries(names)
    .map(([value, label]) => ({ value: value as StateCode, label }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
}
