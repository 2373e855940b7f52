import { Suspense } from 'react';
import { lazyPart } from '../i18n/lazy';
import type { VoiceProps } from './voice-props';

const VoiceInput = lazyPart(async () => (await import('./VoiceInput')).VoiceInput);

/** A microphone for a field, which loads after the field. */
export function Voice(props: VoiceProps) {
  return (
    <Suspense fallback={<span className="size-11" />}>
      <VoiceInput {...props} />
    </Suspense>
  );
}
