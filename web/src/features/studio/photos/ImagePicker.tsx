import { ImagePlus, RefreshCw, Trash2 } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import type { Photo } from '../../../browser/photo-store';
import { useDroppedFiles } from '../../../browser/dropped-files';
import { useObjectUrl } from '../../../browser/use-object-url';
import { useTranslation } from '../../../i18n/translate';
import { IconButton } from '../../../ui/Button';
import { classes } from '../../../ui/classes';
import { FieldError } from '../../../ui/Field';
import { Spinner } from '../../../ui/Spinner';
import { ChosenPhoto } from './ChosenPhoto';
import { acceptedTypes, fileMaxMegabytes, readImage, type UploadError } from './read-image';

/**
 * Takes a picture from a file, a drop or the clipboard. Checks the picture and reduces it before the upload.
 */
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
  /** Content that is rendered over the picture. */
  over?: ReactNode;
}) {
  const { t } = useTranslation();
  const id = useId();
  const { read, reading, error: readError } = useReading(onChange);
  const dragged = useDroppedFiles(([file]) => file && void read(file));
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
                onFile={(file) => void read(file)}
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
            onFile={(file) => void read(file)}
            className="grid min-h-28 cursor-pointer content-center justify-items-center gap-1 p-3 text-center hover:bg-sunk/50"
          >
            <span className="flex items-center gap-2 font-semibold underline decoration-edge underline-offset-4">
              <ImagePlus aria-hidden className="size-7 shrink-0 text-ink-soft" />
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

/** Reads one file at a time. The result of an earlier file is ignored. */
function useReading(onChange: (photo: Photo) => void) {
  const [reading, setReading] = useState(false);
  const [error, setError] = useState<UploadError | null>(null);
  const latest = useRef<File | null>(null);

  async function read(file: File): Promise<void> {
    latest.current = file;
    setError(null);
    setReading(true);
    const outcome = await readImage(file);
    if (latest.current !== file) return;
    setReading(false);
    if ('error' in outcome) setError(outcome.error);
    else onChange(outcome.photo);
  }

  return { read, reading, error };
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
  const show = useObjectUrl(file);
  return (
    <ChosenPhoto
      picture={
        <img ref={show} alt={t('upload.alt', { name: photo.name })} className="animate-appear" />
      }
      over={over}
      actions={
        <>
          {change}
          <IconButton label={t('upload.remove')} onClick={onRemove}>
            <Trash2 aria-hidden className="size-5" />
          </IconButton>
        </>
      }
    >
      <p className="line-clamp-2 font-semibold wrap-anywhere">{photo.name}</p>
    </ChosenPhoto>
  );
}

/** The whole area is the label of the file button, which makes it easy to tap. */
function FileInput({
  label,
  describedBy,
  invalid,
  onFile,
  className,
  children,
}: {
  label: string;
  describedBy: string;
  invalid: boolean;
  onFile: (file: File) => void;
  className: string;
  children: ReactNode;
}) {
  return (
    <label
      className={classes(
        'has-focus-visible:outline-[2.5px] has-focus-visible:-outline-offset-2 has-focus-visible:outline-ink',
        className,
      )}
    >
      <input
        type="file"
        accept={acceptedTypes.join(',')}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        className="sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // Cleared, so that the user can choose the same file again.
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
      {children}
    </label>
  );
}
