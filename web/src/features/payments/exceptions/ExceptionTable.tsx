import type { PaymentException } from '@sachet/shared/payments/contracts/admin-payments';
import { useState } from 'react';
import { api } from '../../../api/client';
import { type TFunction, useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { Nothing, PersonName } from '../../admin/frame/cells';
import { column } from '../../admin/frame/columns';
import { type Column, DataTable } from '../../admin/frame/DataTable';
import { ReasonForm } from '../../admin/frame/confirm';
import { formatPaise, parseEvidence, toExceptionLabel } from './exception-text';
import { ExceptionItem } from './ExceptionItem';

/** The server accepts at most this many exceptions in one request. */
const chosenAtMost = 100;

/** Exceptions of one payment, or of one subject without a payment. */
type Group = { about: string; exceptions: PaymentException[] };

export function ExceptionTable({
  exceptions,
  onChanged,
}: {
  exceptions: PaymentException[];
  onChanged: () => Promise<unknown>;
}) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [toggled, setToggled] = useState<readonly string[]>([]);
  const groups = groupBySubject(exceptions);
  const open = exceptions.filter(isOpen).map(({ id }) => id);
  // Drops exceptions that were resolved in the meantime.
  const ids = chosen.filter((id) => open.includes(id)).slice(0, chosenAtMost);
  const toggle = (given: readonly number[], isChosen: boolean) =>
    setChosen([...ids.filter((id) => !given.includes(id)), ...(isChosen ? given : [])]);
  return (
    <>
      {open.length > 1 && (
        <Button
          size="compact"
          look="plain"
          className="-ml-3 justify-self-start underline"
          onClick={() => setChosen(ids.length === open.length ? [] : open)}
        >
          {t(ids.length === open.length ? 'adminPayments.chooseNone' : 'adminPayments.chooseAll')}
        </Button>
      )}
      {ids.length > 0 && (
        <ReasonForm
          about={t('adminPayments.chosen', { number: ids.length })}
          action={t('adminPayments.resolveChosen')}
          failed={t('adminPayments.resolveFailed')}
          done={t('adminPayments.chosenResolved')}
          onAct={(note) =>
            api('POST /api/admin/payment-exceptions/resolve', { body: { ids, note } })
          }
          onSettled={onChanged}
          onClose={() => setChosen([])}
        />
      )}
      <DataTable
        label={t('adminPayments.exceptions')}
        rows={groups}
        columns={getColumns(t, ids, toggle)}
        getKey={({ about }) => about}
        empty=""
        details={{
          // If there is only one group, it is open initially.
          isOpen: ({ about }) => toggled.includes(about) !== (groups.length === 1),
          onToggle: ({ about }) =>
            setToggled(
              toggled.includes(about)
                ? toggled.filter((each) => each !== about)
                : [...toggled, about],
            ),
          of: getDetails({ chosen: ids, onChoose: toggle, onChanged }),
        }}
      />
    </>
  );
}

const isOpen = ({ resolvedAt }: PaymentException): boolean => resolvedAt === null;

/** Groups the exceptions; the server lists those of one subject next to each other. */
function groupBySubject(exceptions: PaymentException[]): Group[] {
  const groups: Group[] = [];
  for (const exception of exceptions) {
    const about = exception.paymentId ?? exception.subject;
    const last = groups.at(-1);
    if (last?.about === about) last.exceptions.push(exception);
    else groups.push({ about, exceptions: [exception] });
  }
  return groups;
}

interface GroupActions {
  chosen: readonly number[];
  onChoose: (ids: readonly number[], isChosen: boolean) => void;
  onChanged: () => Promise<unknown>;
}

const getDetails = ({ chosen, onChoose, onChanged }: GroupActions) =>
  function showExceptions({ about, exceptions }: Group) {
    return (
      <ul aria-label={about} className="grid gap-3">
        {exceptions.map((exception) => {
          const isChosen = chosen.includes(exception.id);
          return (
            <ExceptionItem
              key={exception.id}
              exception={exception}
              isChosen={isChosen}
              onChoose={() => onChoose([exception.id], !isChosen)}
              onChanged={onChanged}
            />
          );
        })}
      </ul>
    );
  };

function getColumns(
  t: TFunction,
  chosen: readonly number[],
  onChoose: (ids: readonly number[], isChosen: boolean) => void,
): Column<Group>[] {
  return [
    {
      head: '',
      width: 'w-10',
      inCorner: true,
      cell: ({ about, exceptions }) => {
        const ids = exceptions.filter(isOpen).map(({ id }) => id);
        if (ids.length === 0) return null;
        const isChosen = ids.every((id) => chosen.includes(id));
        return (
          <input
            type="checkbox"
            checked={isChosen}
            onChange={() => onChoose(ids, !isChosen)}
            aria-label={t('adminPayments.chooseSubject', { id: about })}
            className="relative z-10 size-5 accent-vermilion"
          />
        );
      },
    },
    {
      head: t('adminPayments.what'),
      isTitle: true,
      wraps: true,
      cell: ({ exceptions }) =>
        [...new Set(exceptions.map(({ kind }) => toExceptionLabel(t, kind)))].join(' · '),
    },
    {
      head: t('adminPayments.subject'),
      wraps: true,
      cell: ({ about }) => <span className="font-mono">{about}</span>,
    },
    {
      head: t('adminCommon.difference'),
      width: 'w-32',
      align: 'end',
      cell: ({ exceptions }) => <Difference exceptions={exceptions} />,
    },
    column.moment(t('adminPayments.opened'), ({ exceptions }) => exceptions.at(-1)!.openedAt, {
      width: 'w-44',
    }),
    {
      head: t('adminPayments.assignee'),
      width: 'w-32',
      from: 'lg',
      cell: ({ exceptions }) => {
        const assignees = new Set(exceptions.flatMap(({ assignee }) => assignee ?? []));
        if (assignees.size === 0) return <Nothing />;
        return [...assignees].map((uid) => <PersonName key={uid} uid={uid} />);
      },
    },
  ];
}

/** The sum of the exceptions' differences. */
function Difference({ exceptions }: { exceptions: PaymentException[] }) {
  const paise = exceptions
    .map((exception) => parseEvidence(exception)?.differencePaise ?? 0)
    .reduce((sum, each) => sum + each, 0);
  return paise === 0 ? <Nothing /> : <span className="money">{formatPaise(paise)}</span>;
}
