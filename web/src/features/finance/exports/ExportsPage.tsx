import { mostExportDays } from '@sachet/shared/finance/contracts/admin-exports';
import { istDay, addDays } from '@sachet/shared/time';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { useApi } from '../../../api/use-api';
import { useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { useMarkWhenDone } from '../../people/ready/notices';
import { Button } from '../../../ui/Button';
import { SelectField } from '../../../ui/Field';
import { Notice } from '../../../ui/Notice';
import { AdminPage } from '../../admin/frame/AdminPage';
import { useExport } from '../../admin/frame/exports';
import { DayRange } from '../../admin/frame/fields';
import { type ExportKind, findFault, kinds, lastDays, toRequest } from './export-kinds';
import { ExportList } from './ExportList';

export function ExportsPage() {
  const { t } = useTranslation();
  const read = useApi('GET /api/admin/exports');
  useMarkWhenDone(read.data?.exports.filter(({ status }) => status === 'done').length);
  return (
    <AdminPage page="exports">
      <p className="text-note text-ink-soft">{t('adminExports.about')}</p>
      <NewExport />
      <ExportList read={read} />
    </AdminPage>
  );
}

/** The form for a new export: its kind and its days. */
function NewExport() {
  const { t } = useTranslation();
  const [nowMs] = useState(() => Date.now());
  const yesterday = addDays(istDay(nowMs), -1);
  const initial = { from: addDays(yesterday, 1 - lastDays), to: yesterday };
  const [kind, setKind] = useState<ExportKind>('ledger-csv');
  const [range, setRange] = useState(initial);
  const request = useExport();
  const fault = findFault(kind, range, nowMs);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!fault) void request.run(toRequest(kind, range));
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <div className="grid items-start gap-2 md:flex md:flex-wrap">
        <SelectField
          compact
          className="md:w-72"
          label={t('adminCommon.what')}
          value={kind}
          onChange={setKind}
          choices={kinds.map((value) => ({ value, label: t(`adminExports.kind.${value}`) }))}
        />
        <DayRange
          range={range}
          fault={fault}
          most={mostExportDays}
          lastDays={t('adminCommon.lastDays')}
          onChange={(change) => setRange({ ...range, ...change })}
          onClear={
            range.from === initial.from && range.to === initial.to ? null : () => setRange(initial)
          }
        />
        <Button
          size="compact"
          type="submit"
          className="md:mt-6"
          busy={request.busy}
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
        {request.error}
      </Notice>
    </form>
  );
}
