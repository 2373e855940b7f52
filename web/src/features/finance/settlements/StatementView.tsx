import type {
  SettlementFileRefusal,
  StatementPreview,
} from '@sachet/shared/finance/contracts/admin-settlements';
import { type ColumnRole, columnRoles } from '@sachet/shared/finance/settlement/bank-columns';
import { formatCount } from '@sachet/shared/money';
import { useState } from 'react';
import type { StatementChoice } from '../../../api/admin-settlements';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { SelectField } from '../../../ui/Field';
import { Description, DescriptionList } from '../../../ui/DescriptionList';
import { Money } from '../../../ui/Money';
import { Notice } from '../../../ui/Notice';
import { DayCell } from '../../admin/frame/cells';

/** Previews what a statement would book, and asks the questions to answer first. */
export function StatementView({
  preview,
  choice,
  isBusy,
  onChoose,
  onBook,
}: {
  preview: StatementPreview;
  choice: StatementChoice;
  isBusy: boolean;
  onChoose: (choice: StatementChoice) => void;
  onBook: () => void;
}) {
  const { t } = useTranslation();
  if (preview.problemCount > 0) {
    return <Problems problems={preview.problems} count={preview.problemCount} />;
  }
  if (preview.needs === 'columns') {
    return (
      <Columns
        key={preview.header.join()}
        preview={preview}
        isBusy={isBusy}
        onChosen={(roles) => onChoose({ ...choice, roles })}
      />
    );
  }
  if (preview.needs === 'date-order') {
    return (
      <section className="grid gap-3 rounded-lg border border-fold bg-packet p-4 text-note">
        <p>{t('adminSettlements.whichDate')}</p>
        <div className="flex flex-wrap gap-2">
          {(['day-first', 'month-first'] as const).map((dateOrder) => (
            <Button
              key={dateOrder}
              size="compact"
              look="outline"
              disabled={isBusy}
              onClick={() => onChoose({ ...choice, dateOrder })}
            >
              {t(`adminSettlements.dateOrder.${dateOrder}`)}
            </Button>
          ))}
        </div>
      </section>
    );
  }
  return <Readable preview={preview} isBusy={isBusy} onBook={onBook} />;
}

function Readable({
  preview,
  isBusy,
  onBook,
}: {
  preview: StatementPreview;
  isBusy: boolean;
  onBook: () => void;
}) {
  const { t } = useTranslation();
  const { bank, from, to, credits, debits, gateway, closingBalance, gap, lines, leftOut } = preview;
  const sums = [
    ['credits', credits],
    ['debits', debits],
    ['ofGateway', gateway],
  ] as const;
  const rest = credits.lines + debits.lines - lines.length;
  return (
    <section
      aria-label={t('adminSettlements.preview')}
      className="grid grid-cols-1 gap-3 rounded-lg border border-fold bg-packet p-4 text-note"
    >
      <p className="text-body font-bold">
        {bank ?? t('adminSettlements.source.bank')} · {from && <DayCell day={from} />}
        {to && to !== from && (
          <>
            {' – '}
            <DayCell day={to} />
          </>
        )}
      </p>
      <DescriptionList className="grid grid-cols-2 gap-x-4 gap-y-2 md:flex md:flex-wrap md:gap-x-8">
        {sums.map(([name, { lines: count, amount }]) => (
          <Description
            key={name}
            name={`${t(`adminSettlements.${name}`)} (${formatCount(count)})`}
            className="font-semibold tabular-nums"
          >
            <Money rupees={amount} />
          </Description>
        ))}
        {closingBalance !== null && (
          <Description
            name={t('adminSettlements.closingBalance')}
            className="font-semibold tabular-nums"
          >
            <Money rupees={closingBalance} />
          </Description>
        )}
      </DescriptionList>
      <Notice tone="bad" compact>
        {gap && (
          <>
            {t('adminSettlements.gapBefore')} <DayCell day={gap.day} />:{' '}
            <Money rupees={gap.closing} />. {t('adminSettlements.gapNow')}:{' '}
            <Money rupees={gap.opening} />. {t('adminSettlements.gapAdvice')}
          </>
        )}
      </Notice>
      <ol
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- makes it scrollable by keyboard
        tabIndex={0}
        aria-label={t('adminSettlements.firstLines')}
        className="grid max-h-80 divide-y divide-fold overflow-y-auto border-y border-fold"
      >
        {lines.map(({ line, day, amount, text }) => (
          <li key={line} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-1.5">
            <span className="text-ink-soft">
              <DayCell day={day} />
            </span>
            <span className="text-right font-semibold tabular-nums">
              <Money rupees={amount} />
            </span>
            <span className="col-span-full wrap-anywhere">{text}</span>
          </li>
        ))}
      </ol>
      {rest > 0 && <p>{t('adminSettlements.moreLines', { number: formatCount(rest) })}</p>}
      {leftOut.length > 0 && (
        <details>
          <summary className="cursor-pointer font-semibold">
            {t('adminSettlements.leftOut', { number: leftOut.length })}
          </summary>
          <ul className="mt-2 grid gap-1 text-ink-soft">
            {leftOut.map(({ line, text }) => (
              <li key={line} className="wrap-anywhere">
                {t('adminSettlements.line', { number: line })}: {text}
              </li>
            ))}
          </ul>
        </details>
      )}
      <Button size="compact" className="justify-self-start" busy={isBusy} onClick={onBook}>
        {t('adminSettlements.bookStatement')}
      </Button>
    </section>
  );
}

/**
 * Asks what each column of an unknown bank means. The server remembers the answer for the bank's next
 * statement.
 */
function Columns({
  preview: { header, sample },
  isBusy,
  onChosen,
}: {
  preview: StatementPreview;
  isBusy: boolean;
  onChosen: (roles: (ColumnRole | null)[]) => void;
}) {
  const { t } = useTranslation();
  const [roles, setRoles] = useState<(ColumnRole | null)[]>(() => header.map(() => null));
  // The id contains the position, because two columns may have the same name.
  const columns = header.map((name, at) => ({ id: `${at} ${name}`, name, at }));
  const choices = [
    { value: '' as const, label: t('adminSettlements.role.none') },
    ...columnRoles.map((value) => ({ value, label: t(`adminSettlements.role.${value}`) })),
  ];
  const has = (...wanted: ColumnRole[]) => wanted.some((role) => roles.includes(role));
  const isReady = has('date', 'valueDate') && has('text', 'reference') && has('amount', 'credit');
  return (
    <section className="grid grid-cols-1 gap-3 rounded-lg border border-fold bg-packet p-4 text-note">
      <p>{t('adminSettlements.assignColumns')}</p>
      <div className="grid gap-3 md:grid-cols-3">
        {columns.map(({ id, name, at }) => (
          <div key={id} className="grid content-start gap-1">
            <SelectField
              compact
              label={name.trim() || t('adminSettlements.columnNumber', { number: at + 1 })}
              value={roles[at] ?? ''}
              choices={choices}
              onChange={(role) => setRoles(roles.with(at, role === '' ? null : role))}
            />
            <p className="truncate text-ink-soft">
              {sample.map((cells) => cells[at]?.trim()).find(Boolean)}
            </p>
          </div>
        ))}
      </div>
      <Button
        size="compact"
        className="justify-self-start"
        disabled={!isReady}
        busy={isBusy}
        onClick={() => onChosen(roles)}
      >
        {t('adminSettlements.readWith')}
      </Button>
    </section>
  );
}

/** Shows the errors of a file, line by line. The server's texts are in English. */
export function Problems({
  problems,
  count,
}: {
  problems: SettlementFileRefusal['problems'];
  count: number;
}) {
  const { t } = useTranslation();
  const left = count - problems.length;
  return (
    <div role="alert" className="grid gap-2 rounded-lg bg-vermilion-wash p-3 text-note">
      <p className="font-semibold text-vermilion">
        {t('adminSettlements.refused', { number: formatCount(count) })}
      </p>
      <ol
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- makes it scrollable by keyboard
        tabIndex={0}
        aria-label={t('adminSettlements.problems')}
        className="grid max-h-72 grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 overflow-y-auto"
      >
        {problems.map(({ line, problem }) => (
          <li key={`${line}:${problem}`} className="col-span-full grid grid-cols-subgrid">
            <span className="tabular-nums">
              {line === null
                ? t('adminSettlements.wholeFile')
                : t('adminSettlements.line', { number: formatCount(line) })}
            </span>
            <span lang="en" className="wrap-anywhere">
              {problem}
            </span>
          </li>
        ))}
      </ol>
      {left > 0 && <p>{t('adminSettlements.moreProblems', { number: formatCount(left) })}</p>}
    </div>
  );
}
