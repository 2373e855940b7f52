import { ImagePlus, RefreshCw, Trash2 } from 'lucide-react';
import { useCallback, useEffect, useId, useRef, useState, type ReactNode } from 'react';
import type { Photo } from '../api/photo-upload';
import { useTranslation } from '../i18n/translate';
import { IconButton } from '../ui/Button';
import { classes } from '../ui/classes';
import { FieldError } from '../ui/Field';
import { Spinner } from '../ui/Spinner';
import { FileInput } from './FileInput';
import { readImage } from './read-image';
import { fileMaxMegabytes, type UploadError } from './uploaded-image';
import { useDroppedImage } from './use-dropped-image';

/** A picture from a file, by drop or from the clipboard; checked and made small before it is sent. */
export function ImagePicker({
  value,
  onChange,
  error,
  label,
  over,
}: {
  value: Photo | null;
  onChange: (photo: Photo | null) => void;
  error?: string;
  label: string;
  /** Lies over the picture. */
  over?: ReactNode;
}) {
  const { t } = useTranslation();
  const id = useId();
  const { read, reading, error: readError } = useReading(onChange);
  const dragged = useDroppedImage(read);
  const words = readError
    ? t(`upload.${readError}`, { megabytes: fileMaxMegabytes })
    : value
      ? undefined
      : error;

  return (
    <div className="grid gap-1">
      <p id={id} className="text-note font-semibold">
        {label}
      </p>
      <div
        role="group"
        aria-labelledby={id}
        aria-busy={reading}
        className={classes(
          'relative overflow-hidden rounded-xl border-[1.5px] bg-packet transition-colors duration-150',
          dragged ? 'border-ink bg-sunk' : words ? 'border-vermilion' : 'border-edge',
          !value && 'border-dashed',
        )}
      >
        {value ? (
          <Chosen
            photo={value}
            over={over}
            onRemove={() => onChange(null)}
            change={
              <FileInput
                label={t('upload.change')}
                describedBy={`${id}-error`}
                invalid={Boolean(words)}
                onFile={read}
                className="grid size-11 place-items-center rounded-full hover:bg-sunk"
              >
                <RefreshCw aria-hidden className="size-5" />
                <span className="sr-only">{t('upload.change')}</span>
              </FileInput>
            }
          />
        ) : (
          <FileInput
            label={t('upload.choose')}
            describedBy={`${id}-hint ${id}-error`}
            invalid={Boolean(words)}
            onFile={read}
            className="grid min-h-36 cursor-pointer content-center justify-items-center gap-2 p-4 text-center hover:bg-sunk/50"
          >
            <ImagePlus aria-hidden className="size-7 text-ink-soft" />
            <span className="font-semibold underline decoration-edge underline-offset-4">
              {t('upload.choose')}
            </span>
            <span id={`${id}-hint`} className="text-note text-ink-soft">
              <span className="pointer-coarse:hidden">{t('upload.dropOrPaste')} </span>
              {t('upload.types')}
            </span>
          </FileInput>
        )}
        {(dragged || reading) && (
          <p
            role="status"
            className="pointer-events-none absolute inset-0 grid animate-appear place-items-center bg-packet/90 font-semibold"
          >
            <span className="flex items-center gap-3">
              {reading && <Spinner />}
              {t(reading ? 'upload.reading' : 'upload.drop')}
            </span>
          </p>
        )}
      </div>
      <FieldError id={`${id}-error`}>{words}</FieldError>
    </div>
  );
}

/** One file at a time: the answer for an earlier one no longer counts. */
function useReading(onChange: (photo: Photo) => void) {
  const [reading, setReading] = useState(false);
  const [error, setError] = useState<UploadError | null>(null);
  const latest = useRef<File | null>(null);
  const tell = useRef(onChange);
  useEffect(() => {
    tell.current = onChange;
  });

  const read = useCallback(async (file: File) => {
    latest.current = file;
    setError(null);
    setReading(true);
    const outcome = await readImage(file);
    if (latest.current !== file) return;
    setReading(false);
    if ('error' in outcome) setError(outcome.error);
    else tell.current(outcome.photo);
  }, []);

  return { read: useCallback((file: File) => void read(file), [read]), reading, error };
}

function Chosen({
  photo,
  over,
  onRemove,
  change,
}: {
  photo: Photo;
  over: ReactNode;
  onRemove: () => void;
  change: ReactNode;
}) {
  const { t } = useTranslation();
  const { file } = photo;
  const show = useCallback(
    (picture: HTMLImageElement) => {
      const url = URL.createObjectURL(file);
      picture.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [file],
  );
  return (
    <div className="grid">
      <div className="relative">
        <img
          ref={show}
          alt={t('upload.alt', { name: photo.name })}
          className="max-h-60 min-h-32 w-full animate-appear bg-sunk object-contain"
        />
        {over}
      </div>
      <div className="flex items-center gap-1 border-t border-dashed border-edge py-1 pr-1 pl-4">
        <p className="min-w-0 flex-1 truncate text-note font-semibold">{photo.name}</p>
        {change}
        <IconButton label={t('upload.remove')} onClick={onRemove}>
          <Trash2 aria-hidden className="size-5" />
        </IconButton>
      </div>
    </div>
  );
}
