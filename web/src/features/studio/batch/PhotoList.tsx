import { ImagePlus, X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useDroppedFiles } from '../../../browser/dropped-files';
import { useStore } from '../../../browser/store';
import { useObjectUrl } from '../../../browser/use-object-url';
import { useTranslation } from '../../../i18n/translate';
import { acceptedTypes, fileMaxMegabytes } from '../photos/read-image';
import { IconButton } from '../../../ui/Button';
import { classes } from '../../../ui/classes';
import { FieldError } from '../../../ui/Field';
import { Spinner } from '../../../ui/Spinner';
import {
  addPhotos,
  batchMax,
  type BatchPhoto,
  lostPhotos,
  removePhoto,
  restorePhotos,
} from './batch-photos';

/** The chosen photos, and one field that takes several files or a drop. */
export function PhotoList({ photos, error }: { photos: readonly BatchPhoto[]; error?: string }) {
  const { t } = useTranslation();
  const id = useId();
  const [reading, setReading] = useState(false);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const lost = useStore(lostPhotos);
  const isFull = photos.length >= batchMax;

  useEffect(() => void restorePhotos(), []);

  async function add(files: readonly File[]) {
    if (files.length === 0 || reading) return;
    setReading(true);
    setProblems([]);
    const { skipped, isOverMax } = await addPhotos(files);
    setReading(false);
    setProblems([
      ...skipped.map(({ name, error: problem }) => {
        const reason = t(`upload.${problem}`, { megabytes: fileMaxMegabytes });
        return t('batch.skipped', { name, reason });
      }),
      ...(isOverMax ? [t('batch.most', { max: batchMax })] : []),
    ]);
  }

  useDroppedFiles((files) => void add(files));

  function toShown(): readonly string[] {
    if (problems.length > 0) return problems;
    if (lost > 0) return [t('batch.gone', { count: lost })];
    return photos.length === 0 && error ? [error] : [];
  }
  const shown = toShown();
  return (
    <div className="grid gap-1.5">
      <p id={id} className="flex justify-between gap-2 text-note font-semibold">
        {t('edit.photo')}
        <span role="status" className="font-normal text-ink-soft tabular-nums">
          {t('batch.count', { count: photos.length, max: batchMax })}
        </span>
      </p>
      <ul
        aria-labelledby={id}
        className={classes(
          'flex gap-2',
          photos.length > 0 && 'max-sm:overflow-x-auto sm:flex-wrap',
        )}
      >
        {!isFull && (
          <li className={classes('grid', photos.length === 0 ? 'flex-1' : 'h-20 w-28 shrink-0')}>
            <FilesInput
              label={t(photos.length === 0 ? 'batch.choose' : 'batch.addMore', { max: batchMax })}
              describedBy={`${id}-error`}
              invalid={shown.length > 0}
              onFiles={(files) => void add(files)}
              isLarge={photos.length === 0}
            >
              {reading ? <Spinner /> : <ImagePlus aria-hidden className="size-7 text-ink-soft" />}
            </FilesInput>
          </li>
        )}
        {photos.map(({ id: key, photo }) => (
          <li
            key={key}
            className="relative size-20 shrink-0 overflow-hidden rounded-xl border border-fold bg-sunk"
          >
            <Thumbnail file={photo.file} alt={t('upload.alt', { name: photo.name })} />
            <IconButton
              label={t('studioCommon.remove', { name: photo.name })}
              onClick={() => removePhoto(key)}
              className="absolute top-0 right-0 text-[#fffcf5] [&>svg]:rounded-full [&>svg]:bg-[rgb(10_13_24/0.7)] [&>svg]:p-1"
            >
              <X aria-hidden className="size-6" />
            </IconButton>
          </li>
        ))}
      </ul>
      <FieldError id={`${id}-error`}>{shown.length > 0 && shown.join(' ')}</FieldError>
    </div>
  );
}

function FilesInput({
  label,
  describedBy,
  invalid,
  onFiles,
  isLarge,
  children,
}: {
  label: string;
  describedBy: string;
  invalid: boolean;
  onFiles: (files: File[]) => void;
  isLarge: boolean;
  children: ReactNode;
}) {
  return (
    <label
      className={classes(
        'grid cursor-pointer content-center justify-items-center gap-2 rounded-xl border-[1.5px] border-dashed bg-packet p-2 text-center hover:bg-sunk/50 has-focus-visible:outline-[2.5px] has-focus-visible:-outline-offset-2 has-focus-visible:outline-ink',
        invalid ? 'border-vermilion' : 'border-edge',
        isLarge && 'min-h-28',
      )}
    >
      <input
        type="file"
        multiple
        accept={acceptedTypes.join(',')}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        className="sr-only"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // Lets the user choose the same files again.
          event.target.value = '';
          onFiles(files);
        }}
      />
      {children}
      <span
        className={classes(
          'font-semibold underline decoration-edge underline-offset-4',
          !isLarge && 'text-note',
        )}
      >
        {label}
      </span>
    </label>
  );
}

function Thumbnail({ file, alt }: { file: Blob; alt: string }) {
  const show = useObjectUrl(file);
  return <img ref={show} alt={alt} className="size-full animate-appear object-cover" />;
}
