/** Reports what the ledger's auditor has found, for `doctor`. */
import { checks } from '@sachet/db/checks/checks';
import { readAuditorState } from '@sachet/db/checks/findings';
import { toFindingLine } from '@sachet/db/checks/report';
import { createKysely, createPool } from '@sachet/db/connect';
import type { SetupProblem } from '@sachet/shared/configuration/setup-problem';

/** `ledger audit` lists the others. */
const mostShown = 5;

/** Never throws: the other checks report a database that cannot be read. */
export async function checkAuditor(
  connectionString: string,
  timeoutMs: number,
): Promise<SetupProblem[]> {
  const limits = { connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs };
  const db = createKysely(createPool(connectionString, { max: 1, ...limits }));
  try {
    const { count, findings } = await readAuditorState(db, mostShown);
    const shown = findings.map((finding): SetupProblem => ({
      level: 'error',
      problem: `The auditor found ${toFindingLine(finding)}`,
      remedy: checks[finding.check].toDo,
    }));
    if (count <= shown.length) return shown;
    const problem = `The auditor found ${count - shown.length} more findings`;
    return [...shown, { level: 'error', problem, remedy: 'List all of them: `ledger audit`.' }];
  } catch {
    return [];
  } finally {
    await db.destroy();
  }
}
