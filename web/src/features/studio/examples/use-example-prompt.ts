import { useState } from 'react';
import { useLanguage } from '../../../i18n/language';
import { type Example, examples } from './example';

/** The words of a prompt box, and the example whose pictures are shown beside it. */
export function useExamplePrompt() {
  const language = useLanguage();
  const [prompt, setPrompt] = useState('');
  const [shown, setShown] = useState<Example>(examples[0]!);

  /** Sets the prompt. If it is the prompt of an example, the pictures of that example are shown. */
  function change(words: string) {
    setPrompt(words);
    const found = examples.find((example) => example.prompt[language] === words);
    if (found) setShown(found);
  }

  return { prompt, shown, change };
}
