import type { AdminLedgerEvent } from '@sachet/shared/ledger/contracts/admin-ledger';
import type { TFunction } from '../../../i18n/translate';
import { SignedMoney } from '../../../ui/Money';
import { Nothing } from '../../admin/frame/cells';
import { column } from '../../admin/frame/columns';
import type { Column } from '../../admin/frame/DataTable';

export function eventColumns(t: TFunction): Column<AdminLedgerEvent>[] {
  return [
    column.moment(t('adminCommon.time'), ({ recordedAt }) => recordedAt, { width: 'w-46' }),
    { head: t('adminLedger.owner'), cell: ({ owner }) => <Owner owner={owner} /> },
    {
      head: t('studioCommon.kind'),
      isTitle: true,
      width: 'w-44 xl:w-48',
      wraps: true,
      cell: ({ kind }) => t(`adminLedger.kinds.${kind}`),
    },
    {
      head: t('studioCommon.amount'),
      width: 'w-32',
      align: 'end',
      cell: ({ amount }) => <Effect rupees={amount} />,
    },
    {
      head: t('adminLedger.held'),
      width: 'w-26',
      align: 'end',
      from: 'lg',
      cell: ({ held }) => <Effect rupees={held} />,
    },
    column.money(t('adminLedger.balanceAfter'), ({ balanceAfter }) => balanceAfter, {
      width: 'w-32',
    }),
    {
      head: t('adminLedger.counterAccount'),
      width: 'w-44',
      from: 'lg',
      cell: ({ counterAccount }) => <Mono text={counterAccount} />,
    },
    {
      head: t('adminUsers.actor'),
      width: 'w-20',
      from: 'xl',
      cell: ({ actor }) => <Actor actor={actor} />,
    },
    column.id(t('adminLedger.about'), getReference, { width: 'w-32', from: 'xl' }),
  ];
}

/** The most specific reference; the event's page lists all of them. */
function getReference(event: AdminLedgerEvent): string | null {
  const { generationId, conversationId, paymentId, orderId, holdId } = event;
  return generationId ?? conversationId ?? paymentId ?? orderId ?? holdId;
}

/** The name of a user or an organization; the id of an erased user. */
export function Owner({ owner }: { owner: AdminLedgerEvent['owner'] }) {
  if (!owner) return <Nothing />;
  return owner.name ?? <span className="font-mono font-normal">{owner.id}</span>;
}

/** A signed effect, or a dash for zero. */
export function Effect({ rupees }: { rupees: number }) {
  return rupees === 0 ? <Nothing /> : <SignedMoney rupees={rupees} />;
}

function Mono({ text }: { text: string | null }) {
  if (!text) return <Nothing />;
  return (
    <span title={text} className="font-mono md:tracking-tight">
      {text}
    </span>
  );
}

/** `user:UID` or `worker`. A row of the table has room only for what is before the id. */
function Actor({ actor }: { actor: string }) {
  const [kind, ...id] = actor.split(':');
  return (
    <span title={actor} className="font-mono">
      {kind}
      {id.length > 0 && <span className="md:hidden">:{id.join(':')}</span>}
    </span>
  );
}
