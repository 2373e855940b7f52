import { chatPromptMaxCharacters } from '@sachet/shared/contracts/chat';
import { Mic, MicOff } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useState, type ReactNode, type Ref } from 'react';
import { Link } from 'react-router-dom';
import { modeName } from '../app/tools';
import { usePromptKeys } from '../browser/enter';
import { getPastedFile } from '../browser/pasted-file';
import { useTranslation } from '../i18n/translate';
import { paths } from '../paths';
import { IconButton } from '../ui/Button';
import { classes } from '../ui/classes';
import { FieldError, FieldNotice } from '../ui/Field';
import { useTextLimit } from '../ui/use-text-limit';
import { dispatch } from './chat-store';
import { useDictation } from './use-dictation';

const max = chatPromptMaxCharacters;
/** From this number of characters on, the count is shown. */
const countedFrom = max - 1000;

export function isTooLong(text: string): boolean {
  return text.trim().length > max;
}

/** The box in which the user types or dictates a message. The form around it sends the message. */
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
  /** Makes the box larger, for a page on which it is the main element. */
  isRoomy?: boolean;
  boxRef?: Ref<HTMLTextAreaElement>;
  onEscape?: () => void;
  /** The buttons at the end of the box. */
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const id = useId();
  const dictation = useDictation((words) => dispatch({ type: 'dictated', chat, words }));
  const { abort } = dictation;
  // Stops the dictation on submit, so that late words do not become the next message.
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

/** Explains that pictures cannot be sent in chat, and links to the editor. */
function PictureNotice() {
  const { t } = useTranslation();
  return (
    <>
      {t('chat.noPictures')}{' '}
      <Link
        to={paths.mode('edit_image')}
        className="underline decoration-edge underline-offset-4 hover:decoration-ink"
      >
        {modeName(t, 'edit_image')}
      </Link>
    </>
  );
}

/**
 * True after a picture was pasted or dropped while the box with this id was usable, until the text of the box
 * changes. Without this, a pasted picture would do nothing, and a dropped one would replace the page.
 */
function useRefusedPicture(boxId: string, draft: string): boolean {
  const [refusedAt, setRefusedAt] = useState<string | null>(null);

  const refuse = useEffectEvent((event: Event) => {
    if (document.getElementById(boxId)?.closest('[inert]')) return;
    event.preventDefault();
    setRefusedAt(draft);
  });
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    window.addEventListener('paste', (event) => getPastedFile(event) && refuse(event), { signal });
    const hasFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    window.addEventListener('dragover', (event) => hasFile(event) && event.preventDefault(), {
      signal,
    });
    window.addEventListener('drop', (event) => hasFile(event) && refuse(event), { signal });
    return () => stop.abort();
  }, []);

  return refusedAt === draft;
}
