import type { VerifiedDocument } from '@sachet/shared/tax/contracts/documents';
import { formatRupees } from '@sachet/shared/money';
import { Check } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { api } from '../../../api/client';
import { isFailure } from '../../../api/failure';
import { toErrorMessage } from '../../../api/errors';
import { useAction } from '../../../app/base/use-action';
import { usePageTitle } from '../../../browser/page-title';
import { useLanguage } from '../../../i18n/language';
import { formatIndianDay } from '../../../i18n/time';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { FieldError, TextField } from '../../../ui/Field';

/** Confirms a document to anyone who has it. The code on it fills in the fields. */
export function VerifyDocumentPage() {
  const { t } = useTranslation();
  const { number = '' } = useParams();
  const [params] = useSearchParams();
  usePageTitle(t('bills.verify'));
  const [draft, setDraft] = useState({
    number: number.replaceAll('-', '/'),
    code: params.get('code') ?? '',
  });
  const [found, setFound] = useState<VerifiedDocument>();
  const verify = useAction(
    async () => {
      setFound(undefined);
      setFound(await api('GET /api/document/verify', { query: draft }));
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
    <div className="grid reading grid-cols-1 gap-6 px-4 pt-8 sm:px-6 md:pt-12">
      <div>
        <h1 className="text-title font-bold">{t('bills.verify')}</h1>
        <p className="text-ink-soft">{t('bills.verifyText')}</p>
      </div>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <TextField
          label={t('studioCommon.number')}
          value={draft.number}
          maxLength={20}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={({ target }) => setDraft({ ...draft, number: target.value })}
        />
        <TextField
          label={t('bills.code')}
          value={draft.code}
          maxLength={64}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="[&_input]:font-mono"
          onChange={({ target }) => setDraft({ ...draft, code: target.value })}
        />
        <FieldError>{verify.error}</FieldError>
        <Button
          type="submit"
          busy={verify.busy}
          disabled={draft.number.trim() === '' || draft.code.trim() === ''}
          className="justify-self-start"
        >
          {t('bills.check')}
        </Button>
      </form>
      {found && <Found document={found} />}
    </div>
  );
}

function Found({ document }: { document: VerifiedDocument }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { kind, number, day, amount, supplier } = document;
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
    </div>
  );
}
