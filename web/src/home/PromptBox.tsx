import { formatPrice } from '@sachet/shared/money';
import {
  defaultFinalSize,
  finalSizes,
  imagePriceRupees,
  lowestPriceRupees,
} from '@sachet/shared/rate-card';
import { type FormEvent, useEffect, useEffectEvent, useId, useRef } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { usePromptKeys } from '../browser/enter';
import { useLanguage } from '../i18n/language';
import { useTranslation } from '../i18n/translate';
import { paths, promptMaxInAddress } from '../paths';
import { Button } from '../ui/Button';
import { classes } from '../ui/classes';
import { FieldNotice, inputClasses } from '../ui/Field';
import { useTextLimit } from '../ui/use-text-limit';
import { chips, type Example, examples } from '../examples/example';

/**
 * Opens the picture tool with the prompt in the URL. The tool asks a signed-out user to sign up. Until the
 * client's code has loaded, the browser sends this form to the same URL. The prompt of `example` is the
 * placeholder.
 */
export function PromptBox({
  prompt,
  example = examples[0],
  onPrompt,
}: {
  prompt: string;
  example?: Example;
  onPrompt: (to: string) => void;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const id = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  const language = useLanguage();
  const { isCut, boxProps } = useTextLimit(prompt, promptMaxInAddress);

  // Takes over text that the visitor typed into the server's HTML before this code loaded.
  const takeTyped = useEffectEvent(() => {
    if (input.current?.value) onPrompt(input.current.value);
  });
  useEffect(() => takeTyped(), []);

  function begin() {
    if (prompt.trim() === '') return input.current?.focus();
    void navigate(paths.makePicture(prompt.trim()));
  }
  const keys = usePromptKeys(begin);

  function submit(event: FormEvent) {
    event.preventDefault();
    begin();
  }

  return (
    <form action={paths.home} onSubmit={submit} className="grid gap-2">
      <input type="hidden" name="mode" value="image" />
      <label htmlFor={id} className="text-note font-semibold">
        {t('home.promptLabel')}
      </label>
      <textarea
        {...boxProps}
        ref={input}
        id={id}
        name="prompt"
        rows={2}
        required
        placeholder={example?.prompt[language]}
        value={prompt}
        onChange={(event) => onPrompt(event.target.value)}
        {...keys}
        // On a phone, the box starts with one line, so that the first pictures are visible.
        className={`${inputClasses} resize-none text-lead max-sm:field-sizing-content`}
      />
      <FieldNotice>{isCut && t('shell.cut', { max: promptMaxInAddress })}</FieldNotice>
      <Occasions prompt={prompt} onPrompt={onPrompt} />
      <Button type="submit" size="large">
        {t('home.promptSubmit')}
      </Button>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-note text-ink-soft tabular-nums">
        <span>
          {t('home.promptPrice', prices)}
          <span className="max-sm:hidden"> {t('home.promptSpeed', prices)}</span>
        </span>
        <Link
          to={paths.prices}
          className="relative underline underline-offset-2 after:absolute after:-inset-3"
        >
          {t('home.allPrices')}
        </Link>
      </p>
    </form>
  );
}

/** The price that the form shows when it opens, and the lowest price. */
const prices = {
  price: formatPrice(
    imagePriceRupees({
      mode: 'image',
      quality: 'quality',
      provider: 'google',
      size: defaultFinalSize,
    }),
  ),
  size: defaultFinalSize,
  lowest: formatPrice(lowestPriceRupees('image')),
  smallest: finalSizes[0],
};

/** Chips that fill the box with the prompt of an example. Pressing the chosen chip again empties the box. */
function Occasions({ prompt, onPrompt }: { prompt: string; onPrompt: (to: string) => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <div role="group" aria-label={t('home.chips')} className="flex flex-wrap gap-1.5">
      {(Object.keys(chips) as (keyof typeof chips)[]).map((chip) => {
        const words = examples.find(({ id }) => id === chips[chip])?.prompt[language] ?? '';
        const isChosen = prompt === words;
        return (
          <button
            key={chip}
            type="button"
            aria-pressed={isChosen}
            onClick={() => onPrompt(isChosen ? '' : words)}
            className={classes(
              'min-h-9 rounded-full border-[1.5px] px-3 text-note font-medium transition-colors duration-150 pointer-coarse:min-h-11',
              isChosen
                ? 'border-ink bg-ink text-on-ink'
                : 'border-fold bg-packet hover:border-edge',
            )}
          >
            {t(`home.${chip}`)}
          </button>
        );
      })}
    </div>
  );
}
