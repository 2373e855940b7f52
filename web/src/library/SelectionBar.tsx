import { zipMax } from '@sachet/shared/contracts/library';
import { Download } from 'lucide-react';
import { makeZip } from '../api/library';
import { useDownload } from '../app/use-download';
import { useTranslation } from '../i18n/translate';
import { Button } from '../ui/Button';

/** What was chosen, and the zip of it. The browser itself downloads it: nothing is held in memory. */
export function SelectionBar({
  selected,
  onDone,
}: {
  selected: ReadonlySet<string>;
  onDone: () => void;
}) {
  const { t } = useTranslation();
  const { busy, start } = useDownload<'zip'>();
  const isFull = selected.size >= zipMax;

  async function download() {
    follow(await makeZip([...selected]));
    onDone();
  }

  return (
    <div
      role="group"
      aria-label={t('library.selection')}
      className="sticky bottom-[calc(var(--lower-edge)+var(--notices)+0.5rem)] z-20 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-xl border border-edge bg-packet px-4 py-2 shadow-[0_8px_24px_var(--shade)]"
    >
      <p role="status" className="text-note font-semibold tabular-nums">
        {t(isFull ? 'library.selectedMost' : 'library.selected', { count: selected.size })}
      </p>
      <Button
        size="small"
        busy={busy !== null}
        disabled={selected.size === 0}
        onClick={() => void start('zip', download)}
      >
        <Download aria-hidden className="size-4" />
        {t('library.zip')}
      </Button>
    </div>
  );
}

function follow(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
