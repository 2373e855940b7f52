import { Suspense, lazy } from 'react';
import { useSearchParams } from 'react-router';
import { Hero } from '../components/home/Hero';
import { ModeSwitch } from '../components/home/ModeSwitch';
import { OpensSoon } from '../components/home/OpensSoon';
import { modeOf, openModes } from '../components/tools';

const ImageTool = lazy(async () => ({
  default: (await import('../components/image/ImageTool')).ImageTool,
}));

/** The main screen: the hero until a mode is chosen, then that tool. */
export default function Home() {
  const [params] = useSearchParams();
  const mode = modeOf(params.get('mode'));
  if (!mode) return <Hero />;
  return (
    <div className="mx-auto max-w-7xl px-4 sm:px-6">
      <ModeSwitch current={mode} />
      <Suspense fallback={<div className="min-h-[80svh]" />}>
        {openModes.has(mode) ? <ImageTool /> : <OpensSoon mode={mode} />}
      </Suspense>
    </div>
  );
}
