import type { Language } from '@sachet/shared/contracts/vocabulary';
import { useTranslation } from 'react-i18next';
import { chooseLanguage, useLanguage } from '../i18n/language';
import { classes } from '../ui/classes';
import { notify } from '../ui/Toaster';

/** Each language by its own name (docs/product.md, Header and shell). */
const names: Record<Language, string> = { en: 'English', hi: 'Hindi', hg: 'Hinglish' };

export function LanguageSwitch() {
  const { t } = useTranslation();
  const current = useLanguage();
  return (
    <div role="group" aria-label={t('shell.language')} className="flex flex-wrap" lang="en">
      {(Object.keys(names) as Language[]).map((language) => (
        <button
          key={language}
          type="button"
          aria-pressed={language === current}
          onClick={() => chooseLanguage(language).catch(() => notify.error(t('error.offline')))}
          className={classes(
            'min-h-11 px-2 text-note font-semibold transition-colors duration-150',
            language === current
              ? 'text-ink underline decoration-2 underline-offset-[6px]'
              : 'text-ink-soft hover:text-ink',
          )}
        >
          {names[language]}
        </button>
      ))}
    </div>
  );
}
