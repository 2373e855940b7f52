import { Paintbrush, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../i18n/translate';
import { MarkEditor } from '../marking/MarkEditor';
import type { Marked } from '../marking/marks';
import { Button, IconButton } from '../ui/Button';

/** Says what of the picture is to change, and opens it to be marked. */
export function MarkedPart({
  picture,
  marked,
  onChange,
}: {
  picture: Blob | string;
  marked: Marked | null;
  onChange: (marked: Marked | null) => void;
}) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="grid gap-1">
      <div className="flex items-center gap-1">
        <Button look="outline" size="small" onClick={() => setIsOpen(true)}>
          <Paintbrush aria-hidden className="size-4 shrink-0" />
          {t(marked ? 'mark.change' : 'mark.open')}
        </Button>
        {marked && (
          <IconButton label={t('mark.remove')} onClick={() => onChange(null)}>
            <Trash2 aria-hidden className="size-5" />
          </IconButton>
        )}
      </div>
      <p className="text-note text-ink-soft">{t(marked ? 'mark.kept' : 'mark.optional')}</p>
      {isOpen && (
        <MarkEditor
          picture={picture}
          value={marked}
          onDone={(next) => {
            setIsOpen(false);
            onChange(next);
          }}
          onCancel={() => setIsOpen(false)}
        />
      )}
    </div>
  );
}
