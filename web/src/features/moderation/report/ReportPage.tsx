import { ReportReason } from '@sachet/shared/moderation/contracts/report';
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Link, useSearchParams } from 'react-router-dom';
import { api } from '../../../api/client';
import { useAction } from '../../../app/base/use-action';
import { usePageTitle } from '../../../browser/page-title';
import { useLanguage } from '../../../i18n/language';
import { useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { Button } from '../../../ui/Button';
import { Chips } from '../../../ui/Chips';
import { FieldError, inputClasses, TextField } from '../../../ui/Field';
import { Notice } from '../../../ui/Notice';
import { NumberedSteps } from '../../../ui/NumberedSteps';
import { Section } from '../../../ui/Section';
import { SplitPage } from '../../../ui/SplitPage';
import { CopyButton } from '../../studio/text/CopyButton';

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
        <p className="text-lead text-pretty text-ink-soft">
          {t('report.text')}{' '}
          <Link to={paths.contentPolicy} className="underline underline-offset-2">
            {t('rules.read')}
          </Link>
        </p>
      }
      after={
        <Section title={t('report.next')}>
          <NumberedSteps steps={[t('report.next1'), t('report.next2'), t('report.next3')]} />
        </Section>
      }
    >
      {reportId === null ? <ReportForm onSent={setReportId} /> : <Sent reportId={reportId} />}
    </SplitPage>
  );
}

function Sent({ reportId }: { reportId: string }) {
  const { t } = useTranslation();
  return (
    <Notice role="status" tone="good" className="grid gap-3 p-5 sm:p-6">
      <div className="grid gap-1">
        <p className="text-lead font-bold">{t('studioCommon.reported')}</p>
        <p className="wrap-anywhere select-all">{t('report.number', { id: reportId })}</p>
      </div>
      <CopyButton text={reportId} className="justify-self-start" />
    </Notice>
  );
}

function ReportForm({ onSent }: { onSent: (reportId: string) => void }) {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const language = useLanguage();
  const id = useId();
  const [about, setAbout] = useState(params.get('about') ?? '');
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [details, setDetails] = useState('');
  const [contact, setContact] = useState('');
  const [isChecked, setChecked] = useState(false);
  const isAboutMissing = about.trim() === '';
  const {
    run: send,
    busy,
    error,
  } = useAction(async (given: ReportReason) => {
    const body = { about, reason: given, details, contact, language };
    onSent((await api('POST /api/report', { body })).reportId);
  });

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    flushSync(() => setChecked(true));
    // Focusing the field also scrolls to it, because it may be out of view on a phone.
    if (isAboutMissing) form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    else if (reason === null) form.querySelector<HTMLElement>('[aria-pressed]')?.focus();
    else await send(reason);
  }

  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="grid gap-6 rounded-xl border-fold lg:border lg:bg-packet lg:p-6"
    >
      <Part number={1} title={t('report.part1')}>
        <TextField
          label={t('report.about')}
          hint={t('report.aboutHint')}
          error={isChecked && isAboutMissing ? t('report.aboutMissing') : undefined}
          maxLength={500}
          required
          value={about}
          onChange={({ target }) => setAbout(target.value)}
        />
        <div>
          <Chips
            label={t('studioCommon.reason')}
            choices={ReportReason.options.map((value) => ({
              value,
              label: t(`report.reasons.${value}`),
            }))}
            value={reason}
            onChange={setReason}
          />
          <FieldError>
            {isChecked && !isAboutMissing && reason === null && t('report.reasonMissing')}
          </FieldError>
        </div>
      </Part>
      <Part number={2} title={t('report.part2')}>
        <div className="grid gap-1">
          <label htmlFor={`${id}-details`} className="text-note font-semibold">
            {t('report.details')}
          </label>
          <textarea
            id={`${id}-details`}
            rows={3}
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
      </Part>
      <div className="grid gap-2">
        <FieldError>{error}</FieldError>
        <Button type="submit" size="large" busy={busy} className="justify-self-start max-sm:w-full">
          {t('report.send')}
        </Button>
      </div>
    </form>
  );
}

function Part({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-4 flex items-center gap-2.5 text-lead font-bold">
        <span
          aria-hidden
          className="grid size-7 place-items-center rounded-full bg-ink text-note text-on-ink tabular-nums"
        >
          {number}
        </span>
        {title}
      </legend>
      {children}
    </fieldset>
  );
}
