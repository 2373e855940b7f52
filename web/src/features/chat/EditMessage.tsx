import { formatPrice } from '@sachet/shared/money';
import { chatPromptMaxCharacters } from '@sachet/shared/vocabulary';
import { useId, type FormEvent } from 'react';
import { usePromptKeys } from '../../browser/enter';
import { useTranslation } from '../../i18n/translate';
import { Button } from '../../ui/Button';
import { inputClasses } from '../../ui/Field';
import { appendWords } from './voice/append-words';
import { Voice } from './voice/Voice';
import { dispatch } from './chat-store';
import type { Chat, MessageToSend } from './use-chat';

/** The last message as a form. Sending it counts as a reply, which is said beside the button. */
export function EditMessage({
  chat: { id, next },
  words,
  turnId,
  onSay,
}: {
  chat: Chat;
  words: string;
  turnId: string;
  onSay: (message: MessageToSend) => void;
}) {
  const { t } = useTranslation();
  const field = useId();
  const change = (text: string | null) => dispatch({ type: 'edited', chat: id, words: text });
  const prompt = words.trim();

  function send() {
    if (prompt !== '') onSay({ prompt, replacesTurnId: turnId, isEdit: true });
  }
  const keys = usePromptKeys(send);

  function submit(event: FormEvent) {
    event.preventDefault();
    send();
  }

  return (
    <form onSubmit={submit} className="grid gap-2 rounded-2xl bg-sunk p-3">
      <div className="flex items-center gap-2">
        <label htmlFor={field} className="text-note font-semibold">
          {t('chat.edit')}
        </label>
        <Voice
          field={t('chat.edit')}
          onWords={(more) => change(appendWords(words, more, chatPromptMaxCharacters))}
          className="-my-2 -mr-2 min-w-11 flex-1 justify-end"
        />
      </div>
      <textarea
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just pressed "Edit"
        autoFocus
        id={field}
        rows={2}
        maxLength={chatPromptMaxCharacters}
        value={words}
        onChange={(event) => change(event.target.value)}
        {...keys}
        onKeyDown={(event) => {
          keys.onKeyDown(event);
          if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
          // The window would close.
          event.stopPropagation();
          change(null);
        }}
        className={`${inputClasses} field-sizing-content max-h-[38svh] resize-none`}
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p className="mr-auto text-note text-ink-soft max-sm:basis-full">{t('chat.editCounts')}</p>
        <Button look="plain" size="small" onClick={() => change(null)}>
          {t('studioCommon.neverMind')}
        </Button>
        <Button
          type="submit"
          size="small"
          look={next.inr > 0 ? 'money' : 'ink'}
          className="money"
          disabled={prompt === ''}
        >
          {next.inr > 0 ? t('chat.sendFor', { price: formatPrice(next.inr) }) : t('chat.send')}
        </Button>
      </div>
    </form>
  );
}
