import type { DocumentPage } from '@sachet/shared/tax/contracts/documents';
import { Download } from 'lucide-react';
import { download } from '../../../api/download';
import { useProfile } from '../../../api/profile';
import { useApi } from '../../../api/use-api';
import { useDownload } from '../../../app/base/use-download';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';

type Document = DocumentPage['items'][number];

/** Downloads one document at a time as PDF. */
export function useDocumentDownload() {
  const { busy, start } = useDownload<string>();
  return {
    busy,
    start: (number: string) =>
      void start(number, () =>
        download('GET /api/document.pdf', { number }, `${number.replaceAll('/', '-')}.pdf`),
      ),
  };
}

/**
 * The documents of a top-up, by the gateway's order, or of an entry of the statement. Renders nothing without
 * any. A member of an organization gets only those of their own payments.
 */
export function EntryDocuments(query: { order: string } | { seq: number }) {
  const { data: profile } = useProfile();
  const { data } = useApi('GET /api/documents', profile ? query : null, {
    revalidateOnFocus: false,
  });
  const { busy, start } = useDocumentDownload();
  const { t } = useTranslation();
  return (
    <>
      {data?.items.map((document) => (
        <DocumentButton
          key={document.number}
          document={document}
          busy={busy === document.number}
          disabled={busy !== null}
          onClick={() => start(document.number)}
        />
      ))}
      {data?.isIssuing && <p className="text-note text-ink-soft">{t('bills.issuing')}</p>}
    </>
  );
}

function DocumentButton({
  document: { kind, number },
  busy,
  ...button
}: {
  document: Document;
  busy: boolean;
  disabled: boolean;
  onClick: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Button
      {...button}
      look="outline"
      size="small"
      busy={busy}
      className="justify-self-start"
      aria-label={t('bills.download', { number })}
    >
      {!busy && <Download aria-hidden className="size-4" />}
      {`${t('bills.bill')} · ${t(`bills.kind.${kind}`)}`}
    </Button>
  );
}
