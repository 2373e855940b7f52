import { type ExportRequest, mostExportDays } from '@sachet/shared/contracts/admin-exports';
import { istDay } from '@sachet/shared/ledger/calendar';
import { addDays } from '@sachet/shared/settlement/day';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { requestExport, useExports } from '../../api/admin-exports';
import { useActionError } from '../../app/use-action-error';
import { useLanguage } from '../../i18n/language';
import { useTranslation } from '../../i18n/translate';
import { paths } from '../../paths';
import { Button } from '../../ui/Button';
import { SelectField } from '../../ui/Field';
import { Notice } from '../../ui/Notice';
import { AdminPage } from '../frame/AdminPage';
import { toAdminErrorMessage } from '../frame/confirm';
import { DayRange } from '../frame/fields';
import { type ExportKind, findFault, kinds, lastDays, toRequest } from './export-kinds';
import { ExportList } from './ExportList';

/** Files of the books that the worker makes, however long they take. */
export function ExportsPage() {
  const { t } = useTranslation();
  const read = useExports();
  return (
    <AdminPage page="exports">
      <p className="text-note text-ink-soft">{t('adminExports.about')}</p>
      <NewExport onRequested={() => void read.mutate()} />
      <ExportList read={read} />
    </AdminPage>
  );
}

/** What to make, and of which days. */
function NewExport({ onRequested }: { onRequested: () => void }) {
  const { t } = useTranslation();
  const [nowMs] = useState(() => Date.now());
  const yesterday = addDays(istDay(nowMs), -1);
  const initial = { from: addDays(yesterday, 1 - lastDays), to: yesterday };
  const [kind, setKind] = useState<ExportKind>('ledger-csv');
  const [range, setRange] = useState(initial);
  const { request, isAsking, error } = useRequest(onRequested);
  const fault = findFault(kind, range, nowMs);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!fault) void request(toRequest(kind, range));
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <div className="grid items-start gap-2 md:flex md:flex-wrap">
        <SelectField
          compact
          className="md:w-72"
          label={t('adminExports.what')}
          value={kind}
          onChange={setKind}
          choices={kinds.map((value) => ({ value, label: t(`adminExports.kind.${value}`) }))}
        />
        <DayRange
          range={range}
          fault={fault}
          most={mostExportDays}
          lastDays={t('adminExports.lastDays')}
          onChange={(change) => setRange({ ...range, ...change })}
          onClear={
            range.from === initial.from && range.to === initial.to ? null : () => setRange(initial)
          }
        />
        <Button
          size="compact"
          type="submit"
          className="md:mt-6"
          busy={isAsking}
          disabled={fault !== null}
        >
          {t('adminExports.make')}
        </Button>
      </div>
      <p className="text-note text-ink-soft">
        {t(`adminExports.hint.${kind}`)}{' '}
        {kind.startsWith('ledger') && (
          <Link to={paths.adminLedger} className="font-semibold text-ink underline">
            {t('adminExports.narrow')}
          </Link>
        )}
      </p>
      <Notice role="alert" tone="bad" compact>
        {error}
      </Notice>
    </form>
  );
}

/** Asks for a file; what the server refuses stays until the next try. */
export function useRequest(onRequested: () => void) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [isAsking, setIsAsking] = useState(false);
  const [error, setError] = useActionError();

  async function request(body: ExportRequest) {
    setIsAsking(true);
    setError(null);
    try {
      await requestExport(body);
      onRequested();
    } catch (thrown) {
      setError(toAdminErrorMessage(t, language, thrown, t('adminExports.requestFailed')));
    } finally {
      setIsAsking(false);
    }
  }

  return { request, isAsking, error };
}
