import type { Mode } from '@sachet/shared/contracts/vocabulary';
import { mustVerifyEmail } from '@sachet/shared/email-gate';
import { LockKeyhole } from 'lucide-react';
import { Suspense, type ComponentType } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useProfile } from '../api/profile';
import { openAuth } from '../app/dialogs';
import { isPaid, parseMode } from '../app/tools';
import { lazyPart } from '../i18n/lazy';
import { useTranslation } from '../i18n/translate';
import { paths } from '../paths';
import { useSession } from '../session/session';
import { PageComing } from '../shell/PageLoading';
import { Button, buttonClasses } from '../ui/Button';
import { Hero } from './Hero';
import { ModeSwitch } from './ModeSwitch';

/** The screen of each mode, fetched when it is first opened. */
const tools: Record<Mode, ComponentType> = {
  instagram: lazyPart(async () => (await import('../instagram/InstagramTool')).InstagramTool),
  instagram_ideas: lazyPart(async () => (await import('../instagram/IdeasTool')).IdeasTool),
  general: lazyPart(async () => (await import('../general/GeneralTool')).GeneralTool),
  image: lazyPart(async () => (await import('../pictures/ImageTool')).ImageTool),
  edit_image: lazyPart(async () => (await import('../pictures/EditTool')).EditTool),
};

const EmailGate = lazyPart(async () => (await import('../auth/EmailGate')).EmailGate);

const SignedInHome = lazyPart(async () => (await import('./SignedInHome')).SignedInHome);

/** The main screen: the hero, or what is one's own, until a mode is chosen; then that tool. */
export function HomePage() {
  const [params] = useSearchParams();
  const mode = parseMode(params.get('mode'));
  const session = useSession();
  const { data: profile } = useProfile();
  const owned = params.get('chat') ? 'chat' : params.get('results') ? 'results' : null;
  if (!mode) {
    return session.status === 'signed-in' && profile ? (
      <Suspense fallback={<PageComing />}>
        <SignedInHome profile={profile} />
      </Suspense>
    ) : (
      <Hero />
    );
  }
  const Tool = tools[mode];
  return (
    <div className="mx-auto max-w-7xl px-4 sm:px-6">
      <ModeSwitch current={mode} />
      <Suspense fallback={<PageComing />}>
        {owned && session.status === 'signed-out' ? (
          <SignInToSee what={owned} newPath={paths.mode(mode)} />
        ) : isPaid(mode) && profile?.email && mustVerifyEmail(profile) ? (
          <EmailGate email={profile.email} />
        ) : (
          <Tool key={mode} />
        )}
      </Suspense>
    </div>
  );
}

/** In place of what only its owner can see. Its address stays, and is what opens after the sign-in. */
function SignInToSee({ what, newPath }: { what: 'results' | 'chat'; newPath: string }) {
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
        <Button onClick={() => openAuth('login')}>{t('signedOut.signIn')}</Button>
        <Link to={newPath} className={buttonClasses({ look: 'outline' })}>
          {t('signedOut.new')}
        </Link>
      </div>
    </section>
  );
}
