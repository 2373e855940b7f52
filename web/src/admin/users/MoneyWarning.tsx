import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/translate';
import { isLarge } from './amount';

/** What the confirmation says of an amount (docs/product.md, Validation). */
export function MoneyWarning({
  rupees,
  reason,
  children,
}: {
  rupees: number;
  reason: string;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <>
      <p>{children}</p>
      {isLarge(rupees) && (
        <p className="rounded-lg bg-vermilion-wash px-3 py-2 font-semibold text-vermilion">
          {t('adminUsers.largeAmount')}
        </p>
      )}
      <p className="text-note text-ink-soft">
        {t('adminUsers.reason')}: {reason}
      </p>
    </>
  );
}
