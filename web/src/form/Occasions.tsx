import { useTranslation } from '../i18n/translate';
import { Chips } from '../ui/Chips';

/** What small shops and families ask for most, in the order of a year's use. */
const occasions = [
  'diwali',
  'eid',
  'onam',
  'shopOpening',
  'sale',
  'wedding',
  'newArrival',
] as const;

/** Prompts to begin with, by occasion; words of one's own are never replaced without being asked for. */
export function Occasions({
  value,
  onChange,
}: {
  value: string;
  onChange: (prompt: string) => void;
}) {
  const { t } = useTranslation();
  const templates = occasions.map((occasion) => ({
    occasion,
    prompt: t(`occasion.${occasion}Prompt`),
  }));
  const chosen = templates.find(({ prompt }) => prompt === value)?.occasion ?? null;
  if (value.trim() !== '' && chosen === null) return null;
  return (
    <Chips
      label={t('occasion.title')}
      note={t('form.optional')}
      choices={occasions.map((occasion) => ({ value: occasion, label: t(`occasion.${occasion}`) }))}
      value={chosen}
      onChange={(occasion) =>
        onChange(templates.find((template) => template.occasion === occasion)?.prompt ?? '')
      }
    />
  );
}
