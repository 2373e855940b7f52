import { chatPromptMaxCharacters } from '@sachet/shared/contracts/chat';
import { Mic, MicOff } from 'lucide-react';
import { useEffect, useId, type ReactNode, type Ref } from 'react';
import { usePromptKeys } from '../browser/enter';
import { useTranslation } from '../i18n/translate';
import { IconButton } from '../ui/Button';
import { classes } from '../ui/classes';
import { FieldError, FieldNotice } from '../ui/Field';
import { useTextLimit } from '../ui/use-text-limit';
import { dispatch } from './chat-store';
import { PictureNotice } from './PictureNotice';
import { useDictation } from './use-dictation';
import { useRefusedPicture } from './use-refused-picture';

const max = chatPromptMaxCharacters;
/** How near the limit the count begins to matter, characters. */
const countedFrom = max - 1000;

export function isTooLong(text: string): boolean {
  return text.trim().length > max;
}

/** The box in which a message is typed or spoken; the form around it sends the message. */
export function PromptBox({
  chat,
  draft,
  label,
  placeholder,
  error,
  isRoomy = false,
  boxRef,
  onEscape,
  children,
}: {
  chat: string;
  draft: string;
  label: string;
  placeholder: string;
  error?: string;
  /** A larger box, where it is the main thing on the screen. */
  isRoomy?: boolean;
  boxRef?: Ref<HTMLTextAreaElement>;
  onEscape?: () => void;
  /** The buttons at the end. */
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const id = useId();
  const dictation = useDictation((words) => dispatch({ type: 'dictated', chat, words }));
  const { abort } = dictation;
  // What is sent is sent: words that come late are not the next message.
  useEffect(() => {
    const form = document.getElementById(id)?.closest('form');
    form?.addEventListener('submit', abort);
    return () => form?.removeEventListener('submit', abort);
  }, [id, abort]);
  const { isCut, boxProps } = useTextLimit(draft, max);
  const isPictureRefused = useRefusedPicture(id, draft);
  const shown = isTooLong(draft) ? t('chat.tooLong', { max }) : error;

  const { enterKeyHint, onKeyDown } = usePromptKeys(() =>
    document.getElementById(id)?.closest('form')?.requestSubmit(),
  );

  return (
    <div className="grid gap-1">
      <div
        className={classes(
          'grid rounded-2xl border-[1.5px] bg-packet transition-colors duration-150 focus-within:border-ink',
          shown ? 'border-vermilion' : 'border-edge',
        )}
      >
        <label htmlFor={id} className="sr-only">
          {label}
        </label>
        <textarea
          {...boxProps}
          id={id}
          ref={boxRef}
          rows={1}
          value={draft}
          placeholder={placeholder}
          enterKeyHint={enterKeyHint}
          aria-invalid={shown ? true : undefined}
          aria-describedby={`${id}-count ${id}-error`}
          onChange={(event) => dispatch({ type: 'typed', chat, draft: event.target.value })}
          onKeyDown={(event) => {
            onKeyDown(event);
            if (event.key === 'Escape' && !event.nativeEvent.isComposing) onEscape?.();
          }}
          className={classes(
            'field-sizing-content max-h-[38svh] w-full resize-none bg-transparent px-4 pt-3 pb-1 placeholder:text-ink-soft focus:outline-none',
            isRoomy && 'min-h-20 text-lead md:min-h-32',
          )}
        />
        <div className="flex min-h-13 flex-wrap items-center justify-end gap-2 px-1.5 pb-1">
          <IconButton
            label={t(dictation.isListening ? 'chat.stopListening' : 'chat.speak')}
            aria-pressed={dictation.isListening}
            onClick={dictation.toggle}
            className={dictation.isListening ? 'bg-ink text-on-ink hover:bg-ink/88' : undefined}
          >
            {dictation.isListening ? <MicOff className="size-5" /> : <Mic className="size-5" />}
          </IconButton>
          <p role="status" className="min-w-0 flex-1 truncate text-note text-ink-soft">
            {dictation.isListening && (dictation.interim || t('chat.listening'))}
          </p>
          <p id={`${id}-count`} className="text-note text-ink-soft tabular-nums">
            {draft.length >= countedFrom && t('chat.count', { used: draft.length, max })}
          </p>
          {children}
        </div>
      </div>
      <FieldError id={`${id}-error`}>{shown}</FieldError>
      <FieldNotice>
        {isPictureRefused ? <PictureNotice /> : isCut && t('shell.cut', { max })}
      </FieldNotice>
    </div>
  );
}
