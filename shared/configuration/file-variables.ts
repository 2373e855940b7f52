/**
 * `NAME_FILE` names a file whose content is the variable NAME, as secrets of Compose and Kubernetes are
 * mounted. Pure: the caller reads the files.
 */
import { awsVariables, composeVariables, serverVariables } from './environment-variables.ts';
import type { SetupProblem } from './setup-problem.ts';

type Variables = Readonly<Record<string, string | undefined>>;

const ending = '_FILE';
/** Other programs' variables end with `_FILE` too, such as AWS_WEB_IDENTITY_TOKEN_FILE. */
export const fileVariableNames: readonly string[] = [
  ...Object.keys(serverVariables),
  ...composeVariables,
  ...awsVariables,
].map((name) => `${name}${ending}`);

/**
 * The variables with the content of their files, without the line break at the end. `readFile` throws for a
 * file that cannot be read. No problem contains a value.
 */
export function readFileVariables(
  given: Variables,
  readFile: (path: string) => string,
): { variables: Record<string, string | undefined>; problems: SetupProblem[] } {
  const variables: Record<string, string | undefined> = { ...given };
  const problems: SetupProblem[] = [];
  for (const fileName of fileVariableNames) {
    const path = given[fileName]?.trim();
    if (fileName in variables) delete variables[fileName];
    if (!path) continue;
    const name = fileName.slice(0, -ending.length);
    const problem = (what: string, remedy: string) =>
      problems.push({ level: 'error', problem: `${fileName}: ${what}`, remedy });
    if (given[name]?.trim()) {
      problem(`${name} is set too`, `Set either ${name} or ${fileName}.`);
      continue;
    }
    try {
      variables[name] = readFile(path).replace(/\r?\n$/, '');
    } catch (error) {
      const { code = 'it cannot be read' } = error as { code?: string };
      problem(
        `its file cannot be read (${code})`,
        'Mount it, readable for the account of the server.',
      );
      continue;
    }
    if (!variables[name]?.trim()) problem('its file is empty', 'Write the value into it.');
  }
  return { variables, problems };
}
