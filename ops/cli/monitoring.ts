/** The files of the monitoring profile of docker-compose.yml. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorLogin, setMonitorLogin } from '@sachet/db/monitor-login';

/**
 * Creates the login of the Postgres exporter, and writes what the containers read to `folder`. Passwords that
 * are in the folder are kept: the exporter and Grafana read theirs only once.
 */
export async function prepareMonitoring(
  folder: string,
  { ownerUrl, publicUrl = '' }: { readonly ownerUrl: string; readonly publicUrl?: string },
): Promise<void> {
  const password = keepPassword(join(folder, 'postgres-password'));
  await setMonitorLogin(ownerUrl, password);
  write(join(folder, 'postgres-user'), monitorLogin);
  write(join(folder, 'postgres-address'), toExporterAddress(ownerUrl));
  keepPassword(join(folder, 'grafana-password'));
  // Prometheus expects the form of its `file_sd_configs`.
  const sites = publicUrl.startsWith('https://') ? [{ targets: [publicUrl] }] : [];
  write(join(folder, 'site.json'), JSON.stringify(sites));
}

function keepPassword(file: string): string {
  if (!existsSync(file)) write(file, randomBytes(24).toString('base64url'));
  return readFileSync(file, 'utf8');
}

/** The containers run as different users. Only they mount the folder. */
const write = (file: string, text: string) => writeFileSync(file, text, { mode: 0o644 });

/**
 * The address in the form that the exporter expects, without a login. Its library encrypts the connection by
 * default, ours does not, and it has fewer modes.
 */
function toExporterAddress(ownerUrl: string): string {
  const { host, pathname, searchParams } = new URL(ownerUrl);
  const mode = searchParams.get('sslmode') ?? 'disable';
  const known = ['disable', 'verify-ca', 'verify-full'].includes(mode) ? mode : 'require';
  return `${host}${pathname}?sslmode=${known}`;
}
