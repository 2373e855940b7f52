import { useRef } from 'react';
import { useTranslation } from '../../i18n/translate';
import { CompactField } from '../frame/fields';

/** docs/product.md, Screens: US dollars, in steps of a cent. */
export function UsdField({
  label,
  value,
  invalid,
  min,
  onChange,
}: {
  label: string;
  value: string;
  invalid: boolean;
  min?: number;
  /** null for what the browser cannot read as a number, and so gives as nothing. */
  onChange: (typed: string | null) => void;
}) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const isUnread = () => field.current?.validity.badInput === true;
  return (
    <CompactField
      label={label}
      type="number"
      step="0.01"
      min={min}
      inputMode="decimal"
      value={value}
      error={
        invalid ? t(min === 0 ? 'adminBalances.invalidThreshold' : 'adminBalances.invalid') : null
      }
      ref={field}
      onChange={(typed) => onChange(isUnread() ? null : typed)}
      // From nothing to what cannot be read is no change of value.
      onInput={() => isUnread() && onChange(null)}
    />
  );
}
