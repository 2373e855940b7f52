import {
  defaultPrefixes,
  defaultSacs,
  DocumentKind,
  LineItem,
  gstRates,
  SupplierSettings,
} from '@sachet/shared/tax/content';
import { findFieldFaults, longestText, type FieldFault } from '@sachet/shared/tax/fields';
import { financialYear } from '@sachet/shared/tax/series';
import { findGstinFault } from '@sachet/shared/tax/gstin';
import { stateCodes, states, type StateCode } from '@sachet/shared/tax/states';
import { istDay } from '@sachet/shared/time';
import { formatRupees } from '@sachet/shared/money';
import { useState, type FormEvent } from 'react';
import { api } from '../../../api/client';
import { isFailure } from '../../../api/failure';
import { useApi } from '../../../api/use-api';
import { Loaded } from '../../../app/base/Loaded';
import { Moment } from '../../../app/base/Moment';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { DateField, FieldError, SelectField } from '../../../ui/Field';
import { Notice } from '../../../ui/Notice';
import { Skeleton } from '../../../ui/Skeleton';
import { notify } from '../../../ui/Toaster';
import { Section } from '../../../ui/Section';
import { AdminPage } from '../../admin/frame/AdminPage';
import { useAdminAction } from '../../admin/frame/confirm';
import { CompactField } from '../../admin/frame/fields';
import { EarlierAdvances } from './EarlierAdvances';

/** The supplier on tax documents. Each version is valid from a day on; nothing is issued before the first. */
export function SupplierPage() {
  const { t } = useTranslation();
  const read = useApi('GET /api/admin/supplier');
  return (
    <AdminPage page="supplier">
      <p className="text-note text-pretty text-ink-soft">{t('adminSupplier.info')}</p>
      <Loaded
        compact
        read={read}
        failed={t('adminSupplier.loadFailed')}
        loading={<Skeleton className="h-[30rem]" />}
      >
        {({ suppliers }) => (
          <>
            {suppliers.length === 0 && <Notice compact>{t('adminSupplier.none')}</Notice>}
            {suppliers[0] && suppliers[0].settings.gstin === null && (
              <Notice compact>{t('adminSupplier.unregistered')}</Notice>
            )}
            <div className="grid gap-x-12 xl:grid-cols-[minmax(0,48rem)_minmax(0,1fr)]">
              <Form
                key={suppliers.length}
                newest={suppliers[0]?.settings}
                onSaved={() => read.mutate()}
              />
              <Versions suppliers={suppliers} />
            </div>
            <EarlierAdvances />
          </>
        )}
      </Loaded>
    </AdminPage>
  );
}

type Rate = SupplierSettings['rateBasisPoints'];

/** Sentences of the supplier's fields, and those that the customers' billing details have too. */
function useFaultWords() {
  const { t } = useTranslation();
  return (field: string, fault: FieldFault) => {
    if (field.includes('letter')) return t('adminSupplier.fault.letter');
    switch (fault) {
      case 'sac':
      case 'prefix':
      case 'prefixes':
      case 'rate':
      case 'letter':
        return t(`adminSupplier.fault.${fault}`);
      default:
        return t(`bills.fault.${fault}`, {
          count: field.includes('address') ? longestText.address : longestText.name,
        });
    }
  };
}

const blank: SupplierSettings = {
  legalName: '',
  address: '',
  pin: '',
  stateCode: '29',
  gstin: null,
  model: 'advance',
  rateBasisPoints: 1800,
  letter: null,
  sac: defaultSacs,
  prefixes: defaultPrefixes,
  signatory: '',
};

function Form({
  newest = blank,
  onSaved,
}: {
  newest: SupplierSettings | undefined;
  onSaved: () => Promise<unknown>;
}) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(newest);
  const [today] = useState(() => istDay(Date.now()));
  const [fromDay, setFromDay] = useState(today);
  // A letter is for this financial year, or filed in March for the next.
  const years = [
    financialYear(today),
    financialYear(`${Number(today.slice(0, 4)) + 1}${today.slice(4)}`),
  ];
  const save = useAdminAction(async () => {
    await api('POST /api/admin/supplier', { body: { settings: draft, fromDay } });
    notify.success(t('adminCommon.saved'));
    await onSaved();
  }, t('adminSupplier.saveFailed'));
  const [faults, setFaults] = useState<Readonly<Record<string, FieldFault>>>({});
  const fault = isFailure(save.failure, 'invalid') ? save.failure.field : null;
  const toWords = useFaultWords();
  /** The fault that this page found, or the server's message at the field that it names. */
  function toError(field: string) {
    const found = faults[field.replace('settings.', '')];
    if (found) return toWords(field, found);
    return fault === field ? save.error : null;
  }
  const set = (change: Partial<SupplierSettings>) => setDraft({ ...draft, ...change });

  function submit(event: FormEvent) {
    event.preventDefault();
    const found = findFieldFaults(SupplierSettings.safeParse(draft));
    setFaults(found);
    if (Object.keys(found).length === 0) void save.run();
  }

  const text = (name: 'legalName' | 'address' | 'pin' | 'signatory', most: number) => (
    <CompactField
      label={t(`adminSupplier.${name}`)}
      value={draft[name]}
      maxLength={most}
      error={toError(`settings.${name}`)}
      onChange={(value) => set({ [name]: value })}
    />
  );
  const { data: advances } = useApi('GET /api/admin/supplier-advances');
  /** The advances that stay behind if this version begins another registration. */
  const leaving =
    newest.gstin !== null && draft.gstin !== newest.gstin
      ? (advances?.registrations.find(({ gstin }) => gstin === newest.gstin) ?? null)
      : null;
  const isNamed = fault?.startsWith('settings.') || fault === 'fromDay';
  return (
    <form noValidate onSubmit={submit} className="grid max-w-3xl content-start gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        {text('legalName', longestText.name)}
        {text('signatory', longestText.name)}
        {text('address', longestText.address)}
        {text('pin', 6)}
        <CompactField
          label={t('adminSupplier.gstin')}
          hint={t('adminSupplier.gstinHint')}
          value={draft.gstin ?? ''}
          maxLength={20}
          spellCheck={false}
          error={toError('settings.gstin')}
          onChange={(value) => {
            const gstin = value.replaceAll(/\s/g, '').toUpperCase() || null;
            const isValid = gstin !== null && findGstinFault(gstin) === null;
            set({ gstin, ...(isValid ? { stateCode: gstin.slice(0, 2) as StateCode } : {}) });
          }}
        />
        <SelectField<StateCode>
          compact
          label={t('studioCommon.indianState')}
          value={draft.stateCode}
          onChange={(stateCode) => set({ stateCode })}
          choices={stateCodes.map((value) => ({ value, label: `${value} ${states[value]}` }))}
        />
        <SelectField
          compact
          label={t('adminSupplier.model')}
          value={draft.model}
          onChange={(model) => set({ model })}
          choices={[
            { value: 'advance', label: t('adminSupplier.advance') },
            { value: 'voucher', label: t('adminSupplier.voucher') },
          ]}
        />
        <SelectField
          compact
          label={t('adminSupplier.rate')}
          value={String(draft.rateBasisPoints)}
          onChange={(rate) => set({ rateBasisPoints: Number(rate) as Rate })}
          choices={gstRates.map((rate) => ({ value: String(rate), label: `${rate / 100} %` }))}
        />
        <CompactField
          label={t('adminSupplier.letter')}
          hint={t('adminSupplier.letterHint')}
          value={draft.letter?.arn ?? ''}
          maxLength={15}
          spellCheck={false}
          error={toError('settings.letter.arn')}
          onChange={(value) => {
            const arn = value.replaceAll(/\s/g, '').toUpperCase();
            set({ letter: arn ? { arn, year: draft.letter?.year ?? years[0]! } : null });
          }}
        />
        {draft.letter && (
          <SelectField
            compact
            label={t('adminSupplier.letterYear')}
            value={draft.letter.year}
            onChange={(year) => set({ letter: { arn: draft.letter!.arn, year } })}
            choices={[...new Set([draft.letter.year, ...years])].map((year) => ({
              value: year,
              label: `20${year.slice(0, 2)}–${year.slice(2)}`,
            }))}
          />
        )}
      </div>
      <fieldset className="grid gap-3">
        <legend className="mb-2 font-semibold">{t('adminSupplier.prefixes')}</legend>
        <div className="grid fit-columns-6.5 gap-4">
          {DocumentKind.options.map((kind) => (
            <CompactField
              key={kind}
              label={t(`adminSupplier.kind.${kind}`)}
              value={draft.prefixes[kind]}
              maxLength={3}
              error={toError(`settings.prefixes.${kind}`)}
              onChange={(prefix) =>
                set({ prefixes: { ...draft.prefixes, [kind]: prefix.toUpperCase() } })
              }
            />
          ))}
        </div>
        <FieldError>{toError('settings.prefixes')}</FieldError>
      </fieldset>
      <fieldset className="grid gap-3">
        <legend className="mb-2 font-semibold">{t('adminSupplier.sac')}</legend>
        <div className="grid fit-columns-6.5 gap-4">
          {LineItem.options.map((item) => (
            <CompactField
              key={item}
              label={t(item === 'advance' ? 'adminSupplier.sacAdvance' : `sold.${item}.many`)}
              inputMode="numeric"
              value={draft.sac[item]}
              maxLength={6}
              error={toError(`settings.sac.${item}`)}
              onChange={(sac) => set({ sac: { ...draft.sac, [item]: sac } })}
            />
          ))}
        </div>
      </fieldset>
      <DateField
        compact
        required
        label={t('adminSupplier.fromDay')}
        className="max-w-48"
        value={fromDay}
        min={today}
        error={toError('fromDay') ?? undefined}
        onChange={setFromDay}
      />
      {leaving && leaving.amount > 0 && (
        <Notice compact>
          {t('adminSupplier.leaving', {
            gstin: leaving.gstin,
            amount: formatRupees(leaving.amount),
            tax: formatRupees(leaving.tax),
          })}
        </Notice>
      )}
      {save.error && !isNamed && (
        <Notice role="alert" tone="bad" compact>
          {save.error}
        </Notice>
      )}
      <Button type="submit" size="compact" busy={save.busy} className="justify-self-start">
        {t('adminSupplier.save')}
      </Button>
    </form>
  );
}

function Versions({
  suppliers,
}: {
  suppliers: readonly { validFrom: string; settings: SupplierSettings }[];
}) {
  const { t } = useTranslation();
  if (suppliers.length === 0) return null;
  return (
    <Section title={t('adminSupplier.versions')} className="max-xl:mt-6">
      <ul className="border-t border-fold text-note">
        {suppliers.map(({ validFrom, settings }) => (
          <li
            key={validFrom}
            className="flex flex-wrap gap-x-4 gap-y-1 border-b border-fold py-2 wrap-anywhere"
          >
            <Moment timestamp={validFrom} className="font-semibold" />
            <span>{settings.legalName}</span>
            <span>{settings.gstin ?? t('adminSupplier.noGstin')}</span>
            <span>{t(`adminSupplier.${settings.model}`)}</span>
            <span className="tabular-nums">{`${settings.rateBasisPoints / 100} %`}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
