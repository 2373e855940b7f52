import { Quality } from '@sachet/shared/contracts/vocabulary';
import { useState } from 'react';
import { storage } from '../browser/storage';

const storageKey = 'sachet.quality';

/** docs/product.md, Numbers: kept in the browser, `quality` until chosen otherwise. */
export function useQuality(): [Quality, (quality: Quality) => void] {
  const [quality, setQuality] = useState(() =>
    Quality.catch('quality').parse(storage.read(storageKey)),
  );
  return [
    quality,
    (next) => {
      setQuality(next);
      storage.write(storageKey, next);
    },
  ];
}
