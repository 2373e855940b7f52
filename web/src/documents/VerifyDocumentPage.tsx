import type { VerifiedDocument } from '@sachet/shared/contracts/documents';
import { formatRupees } from '@sachet/shared/money';
import { Check } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { api } from '../api/client';
import { isFailure } from '../api/failure';
import { toErrorMessage } from '../api/errors';
import { useAction } from '../app/use-action';
import { usePageTitle } from '../browser/page-title';
import { useLanguage } from '../i18n/language';
import { formatIndianDay } from '../i18n/time';
import { useTranslation } from '../i18n/translate';
import { Button } from '../ui/Button';
import { FieldError, TextField } from '../ui/Field';

/** Confirms a document to anyone who has it. The code on it fills in the fields. */
export function VerifyDocumentPage() {
  const { t } = useTranslation();
  const { number = '' } = useParams();
  const [params] = useSearchParams();
  usePageTitle(t('bills.verify'));
  const scanned = number.replaceAll('-', '/');
  const [draft, setDraft] = useState({
    number: scanned,
    amount: params.get('amount') ?? '',
  });
  const [found, setFound] = useState<VerifiedDocument>();
  const verify = useAction(
    async () => {
      setFound(undefined);
      const amount = draft.amount.replaceAll(',', '').trim();
      setFound(await api('GET /api/document/verify', { query: { number: draft.number, amount } }));
    },
    {
      toMessage: (thrown) =>
        isFailure(thrown, 'not_found', 'invalid') ? t('bills.unknown') : toErrorMessage(t, thrown),
    },
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    void verify.run();
  }

  return (
    <div className="grid reading grid-cols-[minmax(0,1fr)] gap-6 px-4 pt-8 sm:px-6 md:pt-12">
      <div>
        <h1 className="text-title font-bold">{t('bills.verify')}</h1>
        <p className="text-ink-soft">{t('bills.verifyText')}</p>
      </div>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <TextField
          label={t('bills.number')}
          value={draft.number}
          maxLength={20}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={({ target }) => setDraft({ ...draft, number: target.value })}
        />
        <TextField
          label={t('bills.amount')}
          value={draft.amount}
          maxLength={16}
          inputMode="decimal"
          autoComplete="off"
          onChange={({ target }) => setDraft({ ...draft, amount: target.value })}
        />
        <FieldError>{verify.error}</FieldError>
        <Button
          type="submit"
          busy={verify.busy}
          disabled={draft.number.trim() === '' || draft.amount.trim() === ''}
          className="justify-self-start"
        >
          {t('bills.check')}
        </Button>
      </form>
      {found && (
        <Found document={found} hash={found.number === scanned ? params.get('hash') : null} />
      )}
    </div>
  );
}

/** `hash` is the beginning of the printed one, if the code of this document was scanned. */
function Found({ document, hash }: { document: VerifiedDocument; hash: string | null }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { kind, number, day, amount, supplier } = document;
  if (hash && !document.hash.startsWith(hash)) {
    return (
      <p role="alert" className="font-semibold text-vermilion">
        {t('bills.changed')}
      </p>
    );
  }
  return (
    <div role="status" className="grid gap-2 border-t border-fold pt-5">
      <h2 className="flex items-start gap-2 text-lead font-bold text-leaf">
        <Check aria-hidden className="mt-1 size-5 shrink-0" />
        {t('bills.genuine')}
      </h2>
      <p className="text-pretty">
        {t('bills.genuineText', {
          kind: t(`bills.kind.${kind}`),
          number,
          day: formatIndianDay(day, language),
          amount: formatRupees(amount),
          supplier: supplier.gstin ? `${supplier.name} (GSTIN ${supplier.gstin})` : supplier.name,
        })}
      </p>
      <p className="text-note text-ink-soft">{t('bills.hashText')}</p>
      <p className="font-mono text-note wrap-anywhere">{document.hash}</p>
    </div>
  );
}
