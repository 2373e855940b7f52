/** Findings in the one form of the command line, `doctor` and the alerts. */
import type { CheckName, Finding, Remedy } from '@sachet/shared/ledger/contracts/admin-ledger';
import { checks } from './checks.ts';

export const toFindingLine = ({
  check,
  subject,
  detail,
}: Pick<Finding, 'check' | 'subject' | 'detail'>): string => `${check} ${subject}: ${detail}`;

/** Every finding, and what to do about each check that found something. */
export function toFindingLines(findings: readonly Finding[]): string {
  const lines = findings.map((finding) => `${toFindingLine(finding)}\n`);
  return (
    lines.join('') +
    toRemedyLines(
      findings.map(({ check }) => check),
      (check) => checks[check].toDo,
    )
  );
}

/** Returns the remedies of the checks that found something; checks with the same remedy share an entry. */
export function listRemedies(found: readonly CheckName[]): Remedy[] {
  const names = Map.groupBy(new Set(found), (name) => checks[name].toDo);
  return [...names].map(([toDo, each]) => ({ checks: each, toDo }));
}

/** "no finding", "1 finding" or "3 findings". */
export const countFindings = (number: number): string =>
  number === 0 ? 'no finding' : `${number} ${number === 1 ? 'finding' : 'findings'}`;

/** A line for each name that was found; names with the same remedy share it. */
export function toRemedyLines<Name extends string>(
  found: readonly Name[],
  getRemedy: (name: Name) => string,
): string {
  if (found.length === 0) return '';
  const names = Map.groupBy(new Set(found), getRemedy);
  const lines = [...names].map(([remedy, each]) => `  ${each.join(', ')}: ${remedy}\n`);
  return `Remedies:\n${lines.join('')}`;
}
