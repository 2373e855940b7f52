import type { SettlementFileRefusal } from '@sachet/shared/contracts/admin-settlements';
import { useTranslation } from '../../i18n/translate';

/** What is wrong with a file: the server's words for each line, which are in English. */
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
        {t('adminSettlements.refused', { number: count.toLocaleString('en-IN') })}
      </p>
      <ol
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by the keyboard
        tabIndex={0}
        aria-label={t('adminSettlements.problems')}
        className="grid max-h-72 grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 overflow-y-auto"
      >
        {problems.map(({ line, problem }) => (
          <li key={`${line}:${problem}`} className="col-span-full grid grid-cols-subgrid">
            <span className="tabular-nums">
              {line === null
                ? t('adminSettlements.wholeFile')
                : t('adminSettlements.line', { number: line.toLocaleString('en-IN') })}
            </span>
            <span lang="en" className="wrap-anywhere">
              {problem}
            </span>
          </li>
        ))}
      </ol>
      {left > 0 && (
        <p>{t('adminSettlements.moreProblems', { number: left.toLocaleString('en-IN') })}</p>
      )}
    </div>
  );
}
