/** One line of the report of `npm run doctor` and of a server that refuses to start. */
export interface SetupProblem {
  /** A server with an error refuses to start. */
  readonly level: 'error' | 'warning';
  /** `VARIABLE: what is wrong`. Never contains a secret. */
  readonly problem: string;
  readonly remedy: string;
  /** The problem may resolve without a change, so a starting server waits instead of refusing. */
  readonly isTemporary?: true;
}

/** Whether a server has to refuse to start. */
export const isRefusal = ({ level, isTemporary }: SetupProblem): boolean =>
  level === 'error' && !isTemporary;

/** Two lines for each problem, errors first. */
export function formatProblems(problems: readonly SetupProblem[]): string {
  const errors = problems.filter(({ level }) => level === 'error');
  const warnings = problems.filter(({ level }) => level === 'warning');
  return [...errors, ...warnings]
    .map(({ level, problem, remedy }) => {
      const label = level === 'warning' ? 'Warning: ' : '';
      return `- ${label}${problem}\n  ${remedy}`;
    })
    .join('\n');
}
