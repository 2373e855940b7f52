import type { AdminLedgerEventDetail } from '@sachet/shared/contracts/admin-ledger';
import { useTranslation } from '../../i18n/translate';
import { CopyIdButton, Nothing } from '../frame/cells';
import { Section } from './Facts';

/** The event's place in its wallet's chain. */
export function EventChain({ detail }: { detail: AdminLedgerEventDetail }) {
  const { t } = useTranslation();
  const { hash, previousHash, requestHash, idempotencyKey, encodingVersion } = detail;
  return (
    <Section title={t('adminLedger.chain')}>
      <dl className="grid gap-3 text-note">
        <Hash name={t('adminLedger.hash')} value={hash} />
        <Hash name={t('adminLedger.previousHash')} value={previousHash} />
        <Hash name={t('adminLedger.requestHash')} value={requestHash} />
        <Hash name={t('adminLedger.idempotencyKey')} value={idempotencyKey} />
        <Hash name={t('adminLedger.encodingVersion')} value={String(encodingVersion)} />
      </dl>
    </Section>
  );
}

function Hash({ name, value }: { name: string; value: string | null }) {
  const { t } = useTranslation();
  return (
    <div>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="flex items-center justify-between gap-2">
        {value === null && <Nothing />}
        {value !== null && (
          <>
            <span className="font-mono wrap-anywhere">{value}</span>
            <CopyIdButton id={value} label={t('adminLedger.copy', { what: name })} />
          </>
        )}
      </dd>
    </div>
  );
}
