import type { ContentReport } from '@sachet/shared/contracts/report';
import { type FormEvent, useState } from 'react';
import { dismissReports } from '../../api/reports';
import { useTranslation } from '../../i18n/translate';
import { Button } from '../../ui/Button';
import { CompactField } from '../frame/fields';
import { ErrorNote, useGuarded } from '../frame/confirm';

/** Closes all chosen reports with one reason. Always in sight while a report is chosen. */
export function DismissMany({
  reports,
  onClear,
  onChanged,
}: {
  reports: readonly ContentReport[];
  onClear: () => void;
  onChanged: () => Promise<unknown>;
}) {
  const { t } = useTranslation();
  const { ask, error, dialog } = useGuarded(onChanged);
  const [typed, setTyped] = useState('');
  const note = typed.trim();
  const number = reports.length;
  const named = reports.filter(({ evidence }) => evidence !== null).length;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (note === '') return;
    let dismissed = 0;
    ask({
      question: (
        <>
          <p>{t('adminReports.confirmMany', { number })}</p>
          {named > 0 && (
            <p className="rounded-lg bg-vermilion-wash px-3 py-2 font-semibold text-vermilion">
              {t('adminReports.manyNamed', { number: named })}
            </p>
          )}
          <p className="font-semibold wrap-anywhere">{note}</p>
        </>
      ),
      steps: [
        {
          act: async () => {
            const reportIds = reports.map(({ reportId }) => reportId);
            ({ dismissed } = await dismissReports({ reportIds, note }));
          },
          failed: t('adminReports.actFailed'),
        },
      ],
      done: () => t('adminReports.dismissedMany', { number: dismissed }),
      onDone: () => {
        setTyped('');
        onClear();
      },
    });
  }

  return (
    <form
      noValidate
      onSubmit={submit}
      aria-label={t('adminReports.dismissMany', { number })}
      className="lower-bar z-20 -mx-4 grid gap-2 border-t border-edge/60 bg-paper px-4 py-2.5 sm:-mx-6 sm:px-6"
    >
      <ErrorNote>{error}</ErrorNote>
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 flex-1 basis-60">
          <CompactField
            label={t('adminReports.noteForAll', { number })}
            maxLength={1000}
            value={typed}
            onChange={setTyped}
          />
        </div>
        <Button size="compact" look="plain" onClick={onClear}>
          {t('adminReports.clear')}
        </Button>
        <Button size="compact" type="submit" disabled={note === ''}>
          {t('adminReports.dismissMany', { number })}
        </Button>
      </div>
      {dialog}
    </form>
  );
}
