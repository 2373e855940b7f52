import { Suspense } from 'react';
import { lazyPart } from '../../../app/base/lazy-part';
import { classes } from '../../../ui/classes';

const VoiceInput = lazyPart(async () => (await import('./VoiceInput')).VoiceInput, {
  missing: null,
});

export type VoiceProps = {
  /** The name of the field, for the button's label. */
  field: string;
  /** Receives final words, piece by piece. */
  onWords: (words: string) => void;
  className?: string;
};

/** A microphone for a field. It loads after the field, which keeps its place. */
export function Voice(props: VoiceProps) {
  return (
    <Suspense fallback={<span className={classes('h-11', props.className)} />}>
      <VoiceInput {...props} />
    </Suspense>
  );
}
