import { useState } from 'react';
import { CompactField } from '../frame/fields';
import { formatMomentInput, parseMomentInput } from './indian-moment';

/** No wallet is as old; a year that is half typed is older. */
const earliest = '2000-01-01T00:00';
const latest = '9999-12-31T23:59';

/** A moment in Indian time, to the minute. */
export function MomentField({
  label,
  value,
  onChange,
  className,
}: {
  label: string;
  /** With its zone, or ''. */
  value: string;
  onChange: (moment: string) => void;
  className?: string;
}) {
  /** null while nothing else than `value` stands in the field. */
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <CompactField
      type="datetime-local"
      label={label}
      className={className}
      min={earliest}
      max={latest}
      value={draft ?? formatMomentInput(value)}
      onBlur={() => setDraft(null)}
      onChange={(input) => {
        const isWhole = input === '' || (input >= earliest && input <= latest);
        setDraft(isWhole ? null : input);
        if (isWhole) onChange(parseMomentInput(input));
      }}
    />
  );
}
