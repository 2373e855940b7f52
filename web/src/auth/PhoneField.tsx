import { formatWhileTyping, splitPhoneNumber, type CountryCode } from '../app/phone-number';
import { toAsciiDigits } from '../app/digits';
import { useTranslation } from '../i18n/translate';
import { TextField } from '../ui/Field';

/** A number without its country code. One that has it sets the country. */
export function PhoneField({
  country,
  value,
  isFirst,
  error,
  onChange,
}: {
  country: CountryCode;
  value: string;
  /** Whether a dialog that opens begins here. */
  isFirst: boolean;
  error: string | undefined;
  onChange: (change: { phone: string; country?: CountryCode }) => void;
}) {
  const { t } = useTranslation();

  function split(typed: string): boolean {
    const whole = splitPhoneNumber(country, typed);
    if (whole) onChange({ phone: whole.local, country: whole.country });
    return whole !== null;
  }

  return (
    <TextField
      label={t('auth.phoneNumber')}
      className="grow basis-40"
      type="tel"
      autoComplete="tel-national"
      data-first-field={isFirst || undefined}
      required
      maxLength={32}
      value={value}
      onChange={({ target }) => {
        const typed = toAsciiDigits(target.value);
        // Grouped again only if the caret is at the end: elsewhere it would jump to the end.
        const isAppended = typed.length > value.length && target.selectionStart === typed.length;
        onChange({ phone: isAppended ? formatWhileTyping(country, typed) : typed });
      }}
      onPaste={(event) => {
        if (split(event.clipboardData.getData('text'))) event.preventDefault();
      }}
      onBlur={({ target }) => void split(target.value)}
      error={error}
    />
  );
}
