import { useCallback } from 'react';

/**
 * Returns the ref of an image that shows a file, by an address that is released with the image, or the picture
 * at an address.
 */
export const useObjectUrl = (picture: Blob | string) =>
  useCallback(
    (image: HTMLImageElement) => {
      if (typeof picture === 'string') {
        image.src = picture;
        return undefined;
      }
      const url = URL.createObjectURL(picture);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [picture],
  );
