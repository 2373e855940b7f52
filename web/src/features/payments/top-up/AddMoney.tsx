import { topUpMax, topUpMin, topUpPresets } from '@sachet/shared/payments/contracts/payment';
import { formatPrice, formatRupees } from '@sachet/shared/money';
import { useId, type ComponentProps, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useConfig } from '../../../api/hooks';
import { useProfile } from '../../../api/profile';
import { useTopUp } from '../../../api/top-up';
import { mayReadAllDocuments } from '../../../app/base/role-verdict';
import { AskState } from '../../tax/documents/AskState';
import { useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { Button } from '../../../ui/Button';
import { classes } from '../../../ui/classes';
import { FieldError, inputClasses } from '../../../ui/Field';
import { Notice } from '../../../ui/Notice';
import type { CheckoutError } from './checkout-machine';
import { useOpenedOrders } from './orders';
import { Worth } from './Worth';

/** The top-up form. Also shows earlier errors, and whose wallet the money goes into. */
export function AddMoney({
  error,
  busy,
  ...form
}: {
  error: CheckoutError | null;
} & Omit<ComponentProps<typeof TopUpForm>, 'children'>) {
  const { t } = useTranslation();
  const { data: config } = useConfig();
  const { data: profile } = useProfile();
  if (config && !config.razorpay) return <Note>{t('topUp.off')}</Note>;
  return (
    <div className="grid gap-4">
      {error && (
        // Not announced to screen readers, because the toast has announced the error.
        <Notice tone="bad">
          <p className="font-semibold">{error.message}</p>
          <p className="mt-1 text-note">
            {t(error.isNothingPaid ? 'topUp.nothingPaid' : 'topUp.ifPaid')}
          </p>
        </Notice>
      )}
      <StillConfirming />
      {profile?.organizationName && (
        <Note>
          {t(profile.role === 'admin' ? 'member.paysInto' : 'member.paysIntoTheirs', {
            name: profile.organizationName,
          })}
        </Note>
      )}
      <TopUpForm {...form} busy={busy || !config}>
        {mayReadAllDocuments(profile) && <AskState />}
      </TopUpForm>
    </div>
  );
}

/** Warns the user not to pay again while a payment is pending. */
function StillConfirming() {
  const { t } = useTranslation();
  const last = useOpenedOrders().findLast((order) => !order.hasEnded);
  const { data: topUp } = useTopUp(last?.orderId ?? null);
  if (topUp?.status !== 'confirming') return null;
  return <Note>{t('topUp.stillConfirming', { amount: formatPrice(topUp.amount) })}</Note>;
}

function Note({ children }: { children: string }) {
  return <Notice className="text-note">{children}</Notice>;
}

/** The purchase that the money is for, in rupees. */
export type Purchase = { price: number; available: number };

/**
 * A form with an amount and a pay button that contains the amount (docs/product.md, Screens, Validation and
 * Numbers).
 */
export function TopUpForm({
  busy,
  typed,
  onType,
  purchase,
  onPay,
  onLeave,
  children,
}: {
  busy: boolean;
  typed: string;
  onType: (typed: string) => void;
  purchase: Purchase | null;
  onPay: (rupees: number) => void;
  onLeave: () => void;
  /** Shown above the pay button. */
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const { rupees, error } = parseAmount(typed);

  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (rupees !== null && !busy) onPay(rupees);
      }}
    >
      <Presets
        chosen={rupees}
        missing={purchase && toMissing(purchase)}
        disabled={busy}
        onChoose={(preset) => onType(String(preset))}
      />
      <AmountField
        typed={typed}
        error={error && t(`topUp.${error}`, { amount: formatPrice(topUpMax) })}
        disabled={busy}
        onType={onType}
      />
      {rupees !== null && <Worth className="-mt-2" rupees={rupees} />}
      {purchase && rupees !== null && <WhatFollows purchase={purchase} rupees={rupees} />}
      {children}
      <Button
        type="submit"
        look="money"
        size="large"
        className="money"
        busy={busy}
        disabled={rupees === null}
      >
        {busy
          ? t('topUp.opening')
          : rupees === null
            ? t('topUp.payNothing')
            : t('topUp.pay', { amount: formatPrice(rupees) })}
      </Button>
      <p className="text-center text-note text-balance text-ink-soft">
        {t('topUp.gateway')}{' '}
        <Link
          to={paths.billing}
          onClick={onLeave}
          className="whitespace-nowrap underline underline-offset-2"
        >
          {t('policy.billing')}
        </Link>
      </p>
    </form>
  );
}

/** Announces to the user before the payment that the purchase continues after it. */
function WhatFollows({ purchase, rupees }: { purchase: Purchase; rupees: number }) {
  const { t } = useTranslation();
  const missing = purchase.price - purchase.available - rupees;
  return (
    <p className="text-note font-semibold">
      {missing > 0
        ? t('topUp.stillMissing', { amount: formatRupees(missing) })
        : t('topUp.resumes', { price: formatPrice(purchase.price) })}
    </p>
  );
}

/** Returns the whole rupees that the purchase still needs; null if the wallet already has enough. */
function toMissing({ price, available }: Purchase): number | null {
  const missing = Math.ceil(price - available);
  return missing >= topUpMin ? missing : null;
}

function Presets({
  chosen,
  missing,
  disabled,
  onChoose,
}: {
  chosen: number | null;
  /** The missing amount. It is offered first, unless it equals one of the presets. */
  missing: number | null;
  disabled: boolean;
  onChoose: (rupees: number) => void;
}) {
  const { t } = useTranslation();
  const isPreset = topUpPresets.some((preset) => preset === missing);
  const amounts = missing === null || isPreset ? topUpPresets : [missing, ...topUpPresets];
  return (
    <div
      role="group"
      aria-label={t('topUp.presets')}
      className={classes('grid gap-2', amounts.length > 3 ? 'fit-columns-8' : 'fit-columns-5')}
    >
      {amounts.map((preset) => (
        <button
          key={preset}
          type="button"
          aria-pressed={preset === chosen}
          disabled={disabled}
          onClick={() => onChoose(preset)}
          className={classes(
            'money min-h-13 rounded-xl border-[1.5px] px-1 py-2 text-lead leading-tight font-bold transition-colors duration-150',
            preset === chosen
              ? 'border-marigold bg-marigold-wash'
              : 'border-fold bg-packet enabled:hover:border-edge',
          )}
        >
          {formatPrice(preset)}
          {preset === missing && (
            <span className="block text-note leading-tight font-medium whitespace-normal text-ink-soft">
              {t('topUp.exactly')}
            </span>
          )}
        </button>
      ))}
    </div>
  );
}

function AmountField({
  typed,
  error,
  disabled,
  onType,
}: {
  typed: string;
  error: string | null;
  disabled: boolean;
  onType: (typed: string) => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-note font-semibold">
        {t('topUp.amount')}
      </label>
      <div className="relative">
        <span
          aria-hidden
          className="absolute inset-y-0 left-3.5 grid place-items-center text-lead text-ink-soft"
        >
          ₹
        </span>
        <input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          maxLength={12}
          value={typed}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-error`}
          onChange={(event) => onType(event.target.value)}
          className={classes(inputClasses, 'pl-9 text-lead font-bold tabular-nums')}
        />
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}

type TypedAmount =
  | { rupees: number; error: null }
  /** `minimum` is also the error of an empty field. */
  | { rupees: null; error: 'minimum' | 'whole' | 'maximum' };

/**
 * Parses whole rupees, with or without ₹ and commas, in Latin or Devanagari digits (docs/product.md,
 * Validation: an integer, at least 1).
 * @internal exported for its test
 */
export function parseAmount(typed: string): TypedAmount {
  const text = typed
    .replaceAll(/[\s,₹]/g, '')
    .replaceAll(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - '०'.charCodeAt(0)));
  if (text === '' || /^[-−]/.test(text)) return { rupees: null, error: 'minimum' };
  if (!/^\d+(\.0*)?$/.test(text)) return { rupees: null, error: 'whole' };
  const rupees = Number(text);
  if (rupees < topUpMin) return { rupees: null, error: 'minimum' };
  if (rupees > topUpMax) return { rupees: null, error: 'maximum' };
  return { rupees, error: null };
}
