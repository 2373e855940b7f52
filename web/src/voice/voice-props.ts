export type VoiceProps = {
  /** The name of the field, for the button's label. */
  field: string;
  /** Receives final words, piece by piece. */
  onWords: (words: string) => void;
  className?: string;
};
