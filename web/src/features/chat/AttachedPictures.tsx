import { messagePicturesMax } from '@sachet/shared/chat/chat';
import { ImagePlus, X } from 'lucide-react';
import { useState } from 'react';
import type { Photo } from '../../browser/photo-store';
import { useDroppedFiles } from '../../browser/dropped-files';
import { useTranslation } from '../../i18n/translate';
import { classes } from '../../ui/classes';
import { Spinner } from '../../ui/Spinner';
import {
  acceptedTypes,
  fileMaxMegabytes,
  readImage,
  type UploadError,
} from '../studio/photos/read-image';
import { dispatch, getPictures } from './chat-store';
import { SentPicture } from './MessagePictures';

export type Attaching = {
  attach: (files: readonly File[]) => Promise<void>;
  isReading: boolean;
  error: UploadError | 'tooMany' | null;
};

/**
 * Reads files and attaches them to the next message; also files that are pasted or dropped while the box with
 * this id is usable. Otherwise a pasted picture would do nothing, and a dropped one would replace the page.
 * `onRefused` is called instead where the model sees no pictures.
 */
export function useAttaching(
  chat: string,
  { boxId, canSee, onRefused }: { boxId: string; canSee: boolean; onRefused: () => void },
): Attaching {
  const [reading, setReading] = useState(0);
  const [error, setError] = useState<Attaching['error']>(null);

  async function attach(files: readonly File[]): Promise<void> {
    setError(null);
    setReading((count) => count + 1);
    const outcomes = await readAll(files);
    setReading((count) => count - 1);
    const photos = outcomes.flatMap((outcome) => ('photo' in outcome ? outcome.photo : []));
    const failed = outcomes.find((outcome) => 'error' in outcome);
    if (failed && 'error' in failed) setError(failed.error);
    const all = [...getPictures(chat), ...photos];
    if (all.length > messagePicturesMax) setError('tooMany');
    dispatch({ type: 'attached', chat, pictures: all.slice(0, messagePicturesMax) });
  }

  useDroppedFiles((files) => {
    if (document.getElementById(boxId)?.closest('[inert]')) return;
    if (canSee) void attach(files);
    else onRefused();
  });

  return { attach, isReading: reading > 0, error };
}

/** One after another: a phone has to hold all pixels of a photo in memory. */
async function readAll(files: readonly File[]) {
  const outcomes: Awaited<ReturnType<typeof readImage>>[] = [];
  for (const file of files.slice(0, messagePicturesMax)) outcomes.push(await readImage(file));
  return outcomes;
}

export function AttachButton({ attaching: { attach, isReading } }: { attaching: Attaching }) {
  const { t } = useTranslation();
  return (
    <label
      title={t('chat.attach')}
      className="grid size-11 shrink-0 cursor-pointer place-items-center rounded-full transition-colors duration-150 hover:bg-sunk/80 has-focus-visible:outline-[2.5px] has-focus-visible:outline-ink"
    >
      {isReading ? <Spinner /> : <ImagePlus aria-hidden className="size-5" />}
      <input
        type="file"
        multiple
        accept={acceptedTypes.join(',')}
        aria-label={t('chat.attach')}
        className="sr-only"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // Lets the user choose the same file again.
          event.target.value = '';
          if (files.length > 0) void attach(files);
        }}
      />
    </label>
  );
}

/** The pictures of the next message, each with a button that removes it. */
export function AttachedPictures({ chat, pictures }: { chat: string; pictures: readonly Photo[] }) {
  const { t } = useTranslation();
  if (pictures.length === 0) return null;
  const remove = (photo: Photo) =>
    dispatch({ type: 'attached', chat, pictures: pictures.filter((each) => each !== photo) });
  return (
    <ul className="flex flex-wrap gap-2 px-3 pt-3">
      {pictures.map((photo) => (
        <li key={toKey(photo)} className="relative">
          <SentPicture
            photo={photo}
            alt={t('upload.alt', { name: photo.name })}
            className="size-20 rounded-lg bg-sunk object-cover"
          />
          <button
            type="button"
            aria-label={t('studioCommon.remove', { name: photo.name })}
            title={t('studioCommon.remove', { name: photo.name })}
            onClick={() => remove(photo)}
            className={classes(
              'absolute -top-2 -right-2 grid size-7 place-items-center rounded-full bg-ink text-on-ink',
              'after:absolute after:-inset-2',
            )}
          >
            <X aria-hidden className="size-4" />
          </button>
        </li>
      ))}
    </ul>
  );
}

let keys = 0;
const keyOf = new WeakMap<Photo, number>();

/** Two photos may have the same name. */
function toKey(photo: Photo): number {
  const key = keyOf.get(photo) ?? (keys += 1);
  keyOf.set(photo, key);
  return key;
}

/** The reason why a file was not attached. */
export function useAttachError({ error }: Attaching): string | undefined {
  const { t } = useTranslation();
  if (error === null) return undefined;
  return error === 'tooMany'
    ? t('chat.tooManyPictures', { max: messagePicturesMax })
    : t(`upload.${error}`, { megabytes: fileMaxMegabytes });
}
