import { Suspense } from 'react';
import { lazyPart } from '../i18n/lazy';

const VoiceInput = lazyPart(async () => (await import('./VoiceInput')).VoiceInput);

export type VoiceProps = {
  /** The name of the field, for the button's label. */
  field: string;
  /** Receives final words, piece by piece. */
  onWords: (words: string) => void;
  className?: string;
};

/** A microphone for a field, which loads after the field. */
export function Voice(props: VoiceProps) {
  return (
    <Suspense fallback={<span className="size-11" />}>
      <VoiceInput {...props} />
    </Suspense>
  );
}
