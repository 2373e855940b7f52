import type { Provider } from '@sachet/shared/contracts/vocabulary';
import { chatPromptMaxCharacters } from '@sachet/shared/vocabulary';
import { useId, useState, type ReactNode, type Ref } from 'react';
import { Link } from 'react-router-dom';
import type { Photo } from '../../browser/photo-store';
import { useProvidersFor } from '../../app/base/provider-uses';
import { modeName } from '../../app/base/tools';
import { usePromptKeys } from '../../browser/enter';
import { useTranslation } from '../../i18n/translate';
import { paths } from '../../app/base/paths';
import { classes } from '../../ui/classes';
import { FieldError, FieldNotice } from '../../ui/Field';
import { useTextLimit } from '../../ui/use-text-limit';
import { Voice } from './voice/Voice';
import { AttachButton, AttachedPictures, useAttachError, useAttaching } from './AttachedPictures';
import { dispatch } from './chat-store';

const max = chatPromptMaxCharacters;
/** From this number of characters on, the count is shown. */
const countedFrom = max - 1000;

export function isTooLong(text: string): boolean {
  return text.trim().length > max;
}

/**
 * The box in which the user types or dictates a message and adds pictures. The form around it sends the
 * message.
 */
export function PromptBox({
  chat,
  draft,
  pictures,
  provider,
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
  pictures: readonly Photo[];
  provider: Provider;
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
  const canSee = useProvidersFor('photos in texts').includes(provider);
  // The draft at which a picture was refused: the reason goes away with the next letter.
  const [refusedAt, setRefusedAt] = useState<string | null>(null);
  const attaching = useAttaching(chat, {
    boxId: id,
    canSee,
    onRefused: () => setRefusedAt(draft),
  });
  const attachError = useAttachError(attaching);
  const { isCut, boxProps } = useTextLimit(draft, max);
  const isPictureRefused = refusedAt === draft || (!canSee && pictures.length > 0);
  const shown = isTooLong(draft) ? t('chat.tooLong', { max }) : (error ?? attachError);

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
        <AttachedPictures chat={chat} pictures={pictures} />
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
          {canSee && <AttachButton attaching={attaching} />}
          <Voice
            field={label}
            onWords={(words) => dispatch({ type: 'dictated', chat, words })}
            className="min-w-0 flex-1 flex-row-reverse *:[p]:text-left"
          />
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
