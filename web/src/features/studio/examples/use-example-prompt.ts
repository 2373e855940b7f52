import { useState } from 'react';
import { type Example, firstExample } from './example';

/** The words of a prompt box, and the example whose pictures are shown beside it. */
export function useExamplePrompt() {
  const [prompt, setPrompt] = useState('');
  const [shown, setShown] = useState(firstExample);

  /** Sets the prompt, and shows the pictures of the example that it is about, if there is one. */
  function change(words: string, example?: Example) {
    setPrompt(words);
    if (example) setShown(example);
  }

  return { prompt, shown, change };
}
