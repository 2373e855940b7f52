import { formatPrice } from '@sachet/shared/money';
import { lowestPriceRupees } from '@sachet/shared/rate-card';
import { type FormEvent, useEffect, useEffectEvent, useId, useRef } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { usePromptKeys } from '../browser/enter';
import { useLanguage } from '../i18n/language';
import { useTranslation } from '../i18n/translate';
import { paths, promptMaxInAddress } from '../paths';
import { Button } from '../ui/Button';
import { FieldNotice, inputClasses } from '../ui/Field';
import { useTextLimit } from '../ui/use-text-limit';
import { examples } from './Examples';

/**
 * Opens the picture tool with the prompt in the URL; the tool asks a signed-out user to sign up. Until the
 * client's code is loaded, the browser sends the form to the same URL.
 */
export function PromptBox({
  prompt,
  onPrompt,
}: {
  prompt: string;
  onPrompt: (to: string) => void;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const id = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  const language = useLanguage();
  const { isCut, boxProps } = useTextLimit(prompt, promptMaxInAddress);

  // Takes over the text that was typed into the server's page before this code loaded.
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
        placeholder={examples[0]?.prompt[language]}
        value={prompt}
        onChange={(event) => onPrompt(event.target.value)}
        {...keys}
        // A phone starts with one line, so that the first pictures are visible.
        className={`${inputClasses} resize-none text-lead max-sm:field-sizing-content`}
      />
      <FieldNotice>{isCut && t('shell.cut', { max: promptMaxInAddress })}</FieldNotice>
      <Button type="submit" size="large">
        {t('home.promptSubmit')}
      </Button>
      <p className="flex flex-wrap items-center justify-between gap-x-4 text-note text-ink-soft">
        <span>{t('home.promptFrom', { price: formatPrice(lowestPriceRupees('image')) })}</span>
        <Link to={paths.prices} className="min-h-11 content-center underline underline-offset-2">
          {t('home.allPrices')}
        </Link>
      </p>
    </form>
  );
}
