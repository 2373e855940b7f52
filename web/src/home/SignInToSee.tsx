import { LockKeyhole } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Button, buttonClasses } from '../ui/Button';
import { openAuth } from '../app/dialogs';

/** In place of what only its owner can see. Its address stays, and is what opens after the sign-in. */
export function SignInToSee({ what, newPath }: { what: 'results' | 'chat'; newPath: string }) {
  const { t } = useTranslation();
  return (
    <section
      aria-labelledby="signed-out"
      className="mx-auto grid max-w-md justify-items-center gap-3 py-16 text-center md:py-24"
    >
      <LockKeyhole aria-hidden className="size-8 text-ink-soft" />
      <h1 id="signed-out" className="text-title font-bold">
        {t(what === 'chat' ? 'signedOut.chat' : 'signedOut.results')}
      </h1>
      <p className="text-ink-soft">{t('signedOut.text')}</p>
      <div className="mt-3 flex flex-wrap justify-center gap-3">
        <Button onClick={() => openAuth('login')}>{t('auth.signIn')}</Button>
        <Link to={newPath} className={buttonClasses('outline')}>
          {t('signedOut.new')}
        </Link>
      </div>
    </section>
  );
}
