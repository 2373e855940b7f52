import { formatPrice } from '@sachet/shared/money';
import { lowestPriceRupees } from '@sachet/shared/rate-card';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { usePromptKeys } from '../browser/enter';
import { takeShellPrompt } from '../browser/static-shell';
import { useTranslation } from '../i18n/translate';
import { paths, promptMaxInAddress } from '../paths';
import { Button } from '../ui/Button';
import { FieldNotice, inputClasses } from '../ui/Field';
import { useTextLimit } from '../ui/use-text-limit';

/**
 * Begins a picture: its words go with the address to the picture tool, which asks whoever is signed
 * out to sign up first. The page's static shell has the same form in the same place.
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
  const [shell] = useState(takeShellPrompt);
  const { isCut, boxProps } = useTextLimit(prompt, promptMaxInAddress);

  useEffect(() => {
    if (shell.text) onPrompt(shell.text);
    if (shell.hasFocus) input.current?.focus();
    // Only what was typed before this page's code had come.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

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
    <form onSubmit={submit} className="grid gap-2">
      <label htmlFor={id} className="text-note font-semibold">
        {t('home.promptLabel')}
      </label>
      <textarea
        {...boxProps}
        ref={input}
        id={id}
        rows={2}
        required
        value={prompt}
        onChange={(event) => onPrompt(event.target.value)}
        {...keys}
        // One line on a phone until it needs more: the first pictures are to be in sight.
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
