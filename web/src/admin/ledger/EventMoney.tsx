import type { AdminLedgerEventDetail } from '@sachet/shared/contracts/admin-ledger';
import { useTranslation } from '../../i18n/translate';
import { Money, SignedMoney } from '../../ui/Money';
import { Effect } from './event-columns';
import { EventLink } from '../frame/cells';
import { ledgerLink } from './ledger-link';
import { Section } from './Facts';

/** On a phone with large text words and amounts are broken rather than too wide. */
const cell = 'border-b border-fold py-1.5 pr-3 text-left last:pr-0 max-sm:wrap-anywhere';
const figure = `${cell} text-right! max-sm:*:whitespace-normal`;

/** Before, effect and after of balance and held; the double entry. */
export function EventMoney({ detail }: { detail: AdminLedgerEventDetail }) {
  const { t } = useTranslation();
  const { event, balanceBefore, heldBefore, postings } = detail;
  const { amount, held, balanceAfter, heldAfter } = event;
  return (
    <>
      <Section title={t('adminLedger.effect')}>
        <table className="w-full text-note">
          <thead>
            <tr className="text-ink-soft">
              <th scope="col" className={cell}>
                <span className="sr-only">{t('adminLedger.about')}</span>
              </th>
              <th scope="col" className={figure}>
                {t('adminLedger.before')}
              </th>
              <th scope="col" className={figure}>
                {t('adminLedger.change')}
              </th>
              <th scope="col" className={figure}>
                {t('adminLedger.after')}
              </th>
            </tr>
          </thead>
          <tbody>
            {[
              {
                name: t('adminLedger.balance'),
                before: balanceBefore,
                by: amount,
                after: balanceAfter,
              },
              { name: t('adminLedger.held'), before: heldBefore, by: held, after: heldAfter },
            ].map(({ name, before, by, after }) => (
              <tr key={name}>
                <th scope="row" className={cell}>
                  {name}
                </th>
                <td className={figure}>
                  <Money rupees={before} />
                </td>
                <td className={figure}>
                  <Effect rupees={by} />
                </td>
                <td className={figure}>
                  <Money rupees={after} className="font-bold" />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
      <Section title={t('adminLedger.postings')}>
        {postings.length === 0 ? (
          <p className="text-note text-ink-soft">{t('adminLedger.noPostings')}</p>
        ) : (
          <table className="w-full text-note" aria-label={t('adminLedger.postings')}>
            <tbody>
              {postings.map(({ account, amount: posted }) => (
                <tr key={account}>
                  <th scope="row" className={`${cell} font-normal wrap-anywhere`}>
                    <Account account={account} counterAccount={event.counterAccount} />
                  </th>
                  <td className={figure}>
                    <SignedMoney rupees={posted} />
                  </td>
                </tr>
              ))}
              <tr>
                <th scope="row" className={cell}>
                  {t('adminLedger.sum')}
                </th>
                <td className={figure}>
                  <Money rupees={sumUp(postings)} className="font-bold" />
                </td>
              </tr>
            </tbody>
          </table>
        )}
      </Section>
    </>
  );
}

function Account({ account, counterAccount }: { account: string; counterAccount: string | null }) {
  if (account !== counterAccount) return <span className="font-mono">{account}</span>;
  return (
    <EventLink to={ledgerLink({ counterAccount })}>
      <span className="font-mono">{account}</span>
    </EventLink>
  );
}

/** To the paisa. */
const sumUp = (postings: AdminLedgerEventDetail['postings']) =>
  postings.reduce((total, { amount }) => total + Math.round(amount * 100), 0) / 100;
