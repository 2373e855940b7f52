import { useState } from 'react';
import { storage } from '../browser/storage';

const storageKey = 'sachet.threads';

/** Whether the saved conversations stand beside a chat on a wide screen; kept in the browser. */
export function useThreadsShown(): [boolean, (isShown: boolean) => void] {
  const [isShown, setShown] = useState(() => storage.read(storageKey) !== 'hidden');
  return [
    isShown,
    (next) => {
      setShown(next);
      storage.write(storageKey, next ? 'shown' : 'hidden');
    },
  ];
}
