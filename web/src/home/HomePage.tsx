import type { Mode } from '@sachet/shared/contracts/vocabulary';
import { Suspense, lazy, type ComponentType } from 'react';
import { useSearchParams } from 'react-router';
import { useProfile } from '../api/hooks';
import { mustVerifyEmail } from '../app/email-gate';
import { useSession } from '../session/session';
import { Hero } from './Hero';
import { ModeSwitch } from './ModeSwitch';
import { SignInToSee } from './SignInToSee';
import { isPaid, modeOf } from '../app/tools';
import { paths } from '../paths';

/** The screen of each mode, fetched when it is first opened. */
const tools: Record<Mode, ComponentType> = {
  instagram: lazy(async () => ({
    default: (await import('../instagram/InstagramTool')).InstagramTool,
  })),
  instagram_ideas: lazy(async () => ({
    default: (await import('../instagram/IdeasTool')).IdeasTool,
  })),
  general: lazy(async () => ({
    default: (await import('../general/GeneralTool')).GeneralTool,
  })),
  image: lazy(async () => ({
    default: (await import('../pictures/ImageTool')).ImageTool,
  })),
  edit_image: lazy(async () => ({
    default: (await import('../pictures/EditTool')).EditTool,
  })),
};

const EmailGate = lazy(async () => ({
  default: (await import('../auth/EmailGate')).EmailGate,
}));

/** The main screen: the hero until a mode is chosen, then that tool. */
export function HomePage() {
  const [params] = useSearchParams();
  const mode = modeOf(params.get('mode'));
  const session = useSession();
  const { data: profile } = useProfile();
  const owned = params.get('chat') ? 'chat' : params.get('results') ? 'results' : null;
  if (!mode) return <Hero />;
  const Tool = tools[mode];
  return (
    <div className="mx-auto max-w-7xl px-4 sm:px-6">
      <ModeSwitch current={mode} />
      <Suspense fallback={<div className="min-h-[80svh]" />}>
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
