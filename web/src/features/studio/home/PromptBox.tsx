import { formatPrice } from '@sachet/shared/money';
import { defaultFinalSize, finalSizes, lowestPriceRupees } from '@sachet/shared/models/rate-card';
import { type FormEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { isOffline } from '../../../api/failure';
import { openAuth } from '../../../app/base/dialogs';
import { lazyPart } from '../../../app/base/lazy-part';
import { comparedMax, usePictureProviders } from '../../../app/base/provider';
import { defaultPrice } from '../../../app/base/tools';
import { loadAuthFirst } from '../../people/auth/auth-dialog';
import { useEarlyPress } from '../../../browser/early-press';
import { usePromptKeys } from '../../../browser/enter';
import { useHydrated } from '../../../browser/use-hydrated';
import { useLanguage } from '../../../i18n/language';
import { formatList } from '../../../i18n/list';
import { useTranslation } from '../../../i18n/translate';
import { paths, promptMaxInAddress } from '../../../app/base/paths';
import { sessionStore } from '../../../app/session/session';
import { Button } from '../../../ui/Button';
import { FieldError, FieldNotice, inputClasses } from '../../../ui/Field';
import { useTextLimit } from '../../../ui/use-text-limit';
import { type Example, firstExample } from '../examples/example';
import { pressed } from '../pictures/use-prompt-param';
import { appendWords } from '../../chat/voice/append-words';
import { Voice } from '../../chat/voice/Voice';

/**
 * Opens the picture tool with the prompt in the URL. The tool makes the previews; it asks a signed-out user to sign
 * up first. Until the client's code has loaded, the browser sends this form to the same URL. The prompt of
 * `example` is the placeholder.
 */
export function PromptBox({
  prompt,
  example = firstExample,
  onPrompt,
}: {
  prompt: string;
  example?: Example;
  onPrompt: (to: string, example?: Example) => void;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const id = useId();
  const prices = usePictureProviders()
    .slice(0, comparedMax)
    .map((provider) => formatPrice(defaultPrice(provider)));
  const input = useRef<HTMLTextAreaElement>(null);
  const language = useLanguage();
  /** The microphone loads once the box is used: most visitors only look. */
  const [isUsed, setUsed] = useState(false);
  const [isUnsent, setUnsent] = useState(false);
  const { isCut, boxProps } = useTextLimit(prompt, promptMaxInAddress);

  // Takes over text that the visitor typed into the server's HTML before this code loaded.
  const takeTyped = useEffectEvent(() => {
    if (input.current?.value) onPrompt(input.current.value);
  });
  useEffect(() => takeTyped(), []);

  const form = useRef<HTMLFormElement>(null);
  useEarlyPress(form, (fields) => begin(String(fields.get('prompt'))));

  function begin(typed = input.current?.value ?? prompt) {
    // A key can hydrate the form before `takeTyped` has run, so the words are read from the field.
    const words = typed.trim();
    if (words === '') return input.current?.focus();
    // Without a connection, the code of the tool could be missing, and its page has no words.
    setUnsent(isOffline());
    if (isOffline()) return undefined;
    const isVisitor = sessionStore.get().status === 'signed-out';
    if (isVisitor) loadAuthFirst();
    const arrival = navigate(paths.makePicture(words), { state: pressed });
    // The tool asks a visitor to sign up, too, but its code is larger than that of the dialog.
    if (isVisitor) void Promise.resolve(arrival).then(() => openAuth('sign-up'));
  }
  const keys = usePromptKeys(() => begin());

  function submit(event: FormEvent) {
    event.preventDefault();
    begin();
  }

  return (
    <form ref={form} action={paths.home} onSubmit={submit} className="grid gap-2">
      <input type="hidden" name="mode" value="image" />
      <div className="flex items-center">
        <label htmlFor={id} className="text-note font-semibold">
          {t('home.promptLabel')}
        </label>
        {isUsed && (
          <Voice
            field={t('home.promptLabel')}
            onWords={(words) => onPrompt(appendWords(prompt, words, promptMaxInAddress))}
            className="-my-3 flex-1"
          />
        )}
      </div>
      <textarea
        {...boxProps}
        ref={input}
        id={id}
        name="prompt"
        rows={2}
        required
        placeholder={t('home.promptExample', { prompt: example.prompt[language] })}
        value={prompt}
        onChange={(event) => onPrompt(event.target.value)}
        onFocus={() => setUsed(true)}
        {...keys}
        // On a phone, the box starts with one line, so that the first pictures are visible.
        className={`${inputClasses} resize-none text-lead placeholder:text-body max-sm:field-sizing-content`}
      />
      <FieldNotice>{isCut && t('shell.cut', { max: promptMaxInAddress })}</FieldNotice>
      <FieldError>{isUnsent && t('error.unsent')}</FieldError>
      <Button type="submit" size="large">
        {t('home.promptSubmit')}
      </Button>
      {/* On a phone, the prices are on the cards of the tools and on the pair of pictures. */}
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-note text-ink-soft tabular-nums max-sm:hidden">
        <span>
          {t('home.promptPrice', { ...sizes, prices: formatList(language, prices, 'disjunction') })}{' '}
          {t('home.promptSpeed', sizes)}
        </span>
        <Link
          to={paths.prices}
          className="relative underline underline-offset-2 after:absolute after:-inset-3"
        >
          {t('home.allPrices')}
        </Link>
      </p>
      <Occasions prompt={prompt} onPrompt={onPrompt} />
    </form>
  );
}

/** The size that the form shows when it opens, and the lowest price with its size. */
const sizes = {
  size: defaultFinalSize,
  lowest: formatPrice(lowestPriceRupees('image')),
  smallest: finalSizes[0],
};

/** Without them, the box still works. */
const NextOccasions = lazyPart(
  async () => (await import('../occasions/NextOccasions')).NextOccasions,
  { area: 'shop', coming: null, missing: null },
);

/**
 * Chips of the next occasions, which fill the box. They are loaded after the page, because the days until an
 * occasion count from today, which a prerendered page cannot know. The row has its height from the start.
 */
function Occasions(props: { prompt: string; onPrompt: (to: string, example?: Example) => void }) {
  const isHydrated = useHydrated();
  return (
    <div className="h-9 md:mb-1 md:h-19 pointer-coarse:h-11 md:pointer-coarse:h-23">
      {isHydrated && <NextOccasions {...props} />}
    </div>
  );
}
