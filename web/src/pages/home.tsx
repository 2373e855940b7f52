import { Suspense, lazy } from 'react';
import { useSearchParams } from 'react-router';
import { useProfile } from '../api/hooks';
import { mustVerifyEmail } from '../auth/email-gate';
import { Hero } from '../components/home/Hero';
import { ModeSwitch } from '../components/home/ModeSwitch';
import { OpensSoon } from '../components/home/OpensSoon';
import { isPaid, modeOf, openModes } from '../components/tools';

const ImageTool = lazy(async () => ({
  default: (await import('../components/image/ImageTool')).ImageTool,
}));

const EmailGate = lazy(async () => ({
  default: (await import('../components/auth/EmailGate')).EmailGate,
}));

/** The main screen: the hero until a mode is chosen, then that tool. */
export default function Home() {
  const [params] = useSearchParams();
  const mode = modeOf(params.get('mode'));
  const { data: profile } = useProfile();
  if (!mode) return <Hero />;
  return (
    <div className="mx-auto max-w-7xl px-4 sm:px-6">
      <ModeSwitch current={mode} />
      <Suspense fallback={<div className="min-h-[80svh]" />}>
        {isPaid(mode) && profile?.email && mustVerifyEmail(profile) ? (
          <EmailGate email={profile.email} />
        ) : openModes.has(mode) ? (
          <ImageTool />
        ) : (
          <OpensSoon mode={mode} />
        )}
      </Suspense>
    </div>
  );
}
