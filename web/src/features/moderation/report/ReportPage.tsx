import { ReportReason } from '@sachet/shared/moderation/contracts/report';
import { useId, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { Link, useSearchParams } from 'react-router-dom';
import { api } from '../../../api/client';
import { useAction } from '../../../app/base/use-action';
import { usePageTitle } from '../../../browser/page-title';
import { useLanguage } from '../../../i18n/language';
import { useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { Button } from '../../../ui/Button';
import { FieldError, inputClasses, TextField } from '../../../ui/Field';
import { Notice } from '../../../ui/Notice';
import { SplitPage } from '../../../ui/SplitPage';

/**
 * Lets anyone report content. No account is needed, because the person harmed by a picture may not be a
 * customer.
 */
export function ReportPage() {
  const { t } = useTranslation();
  usePageTitle(t('report.title'));
  const [reportId, setReportId] = useState<string | null>(null);
  return (
    <SplitPage
      title={t('report.title')}
      lead={
        <p className="text-pretty text-ink-soft">
          {t('report.text')}{' '}
          <Link to={paths.contentPolicy} className="underline underline-offset-2">
            {t('rules.read')}
          </Link>
        </p>
      }
    >
      {reportId === null ? (
        <ReportForm onSent={setReportId} />
      ) : (
        <Notice role="status" tone="good" className="grid gap-1">
          <p className="font-semibold">{t('studioCommon.reported')}</p>
          <p>{t('report.number', { id: reportId })}</p>
        </Notice>
      )}
    </SplitPage>
  );
}

function ReportForm({ onSent }: { onSent: (reportId: string) => void }) {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const language = useLanguage();
  const id = useId();
  const [about, setAbout] = useState(params.get('about') ?? '');
  const [reason, setReason] = useState<ReportReason>('real_person');
  const [details, setDetails] = useState('');
  const [contact, setContact] = useState('');
  const [missing, setMissing] = useState(false);
  const {
    run: send,
    busy,
    error,
  } = useAction(async () => {
    const body = { about, reason, details, contact, language };
    onSent((await api('POST /api/report', { body })).reportId);
  });

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const isMissing = about.trim() === '';
    flushSync(() => setMissing(isMissing));
    // Focusing the field also scrolls to it, because it may be out of view on a phone.
    if (isMissing) return form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    await send();
  }

  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="grid gap-4 rounded-xl border-fold lg:border lg:bg-packet lg:p-6"
    >
      <TextField
        label={t('report.about')}
        hint={t('report.aboutHint')}
        error={missing ? t('report.aboutMissing') : undefined}
        maxLength={500}
        required
        value={about}
        onChange={({ target }) => setAbout(target.value)}
      />
      <div className="grid gap-1">
        <label htmlFor={`${id}-reason`} className="text-note font-semibold">
          {t('studioCommon.reason')}
        </label>
        <select
          id={`${id}-reason`}
          value={reason}
          onChange={({ target }) => setReason(ReportReason.parse(target.value))}
          className={inputClasses}
        >
          {ReportReason.options.map((each) => (
            <option key={each} value={each}>
              {t(`report.reasons.${each}`)}
            </option>
          ))}
        </select>
      </div>
      <div className="grid gap-1">
        <label htmlFor={`${id}-details`} className="text-note font-semibold">
          {t('report.details')}
        </label>
        <textarea
          id={`${id}-details`}
          rows={4}
          maxLength={2000}
          value={details}
          onChange={({ target }) => setDetails(target.value)}
          className={inputClasses}
        />
      </div>
      <TextField
        label={t('report.contact')}
        hint={t('report.contactHint')}
        autoComplete="email"
        maxLength={200}
        value={contact}
        onChange={({ target }) => setContact(target.value)}
      />
      <FieldError>{error}</FieldError>
      <Button type="submit" busy={busy} className="justify-self-start max-sm:w-full">
        {t('report.send')}
      </Button>
    </form>
  );
}
