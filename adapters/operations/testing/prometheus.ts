// The machine's own Prometheus with our rules, over a stack's processes.
import { spawn } from 'node:child_process';
import { mkdirSync, openSync, closeSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProgram } from '../../../dev/local/debian-packages.ts';
import { freePort } from '../../../dev/local/ports.ts';
import { endProcess, guard } from '../../../dev/local/processes.ts';

export const prometheus = findProgram(['prometheus']);

export interface Prometheus {
  /** The names of the alerts that fire, sorted. */
  firing(): Promise<string[]>;
  /** The series that match an expression. Throws Prometheus's error for an invalid expression. */
  query(expression: string): Promise<readonly unknown[]>;
  /** The number of targets that it scrapes without an error. */
  targetsUp(): Promise<number>;
  stop(): Promise<void>;
}

/** These fire for the minutes of their rate when the machine has paused during one of a few requests. */
const slownessAlerts = /RequestsSlow|LedgerSlow/;

/** Scrapes each job's address many times a second, and fires alerts without a delay, except those of slowness. */
export async function startPrometheus({
  folder,
  rulesFile,
  targets,
}: {
  readonly folder: string;
  readonly rulesFile: string;
  /** `host:port` by job. */
  readonly targets: Readonly<Record<string, string>>;
}): Promise<Prometheus> {
  mkdirSync(folder, { recursive: true });
  const rules = readFileSync(rulesFile, 'utf8')
    .split(/(?=- alert: )/)
    .map((rule) => (slownessAlerts.test(rule) ? rule : rule.replace(/^ +for: .*\n/gm, '')));
  writeFileSync(join(folder, 'rules.yml'), rules.join(''));
  const config = {
    global: { scrape_interval: '250ms', scrape_timeout: '250ms', evaluation_interval: '250ms' },
    rule_files: ['rules.yml'],
    scrape_configs: Object.entries(targets).map(([job, target]) => ({
      job_name: job,
      scrape_interval: '500ms',
      scrape_timeout: '500ms',
      static_configs: [{ targets: [target] }],
    })),
  };
  // JSON is valid YAML.
  writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(config));
  const address = `127.0.0.1:${await freePort()}`;
  const log = openSync(join(folder, 'prometheus.log'), 'a');
  const child = spawn(
    prometheus!,
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${address}`,
    ],
    { stdio: ['ignore', log, log], detached: true },
  );
  closeSync(log);
  guard(child, 'SIGTERM');
  const read = async <T>(path: string): Promise<T> => {
    const answer = await fetch(`http://${address}/api/v1/${path}`);
    const body = (await answer.json()) as { status: string; error?: string; data: T };
    if (body.status !== 'success') throw new Error(body.error);
    return body.data;
  };
  const stop = () => endProcess(child.pid!);
  for (const until = Date.now() + 60_000; ; await sleep(50)) {
    const isThere = await fetch(`http://${address}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere) break;
    if (child.exitCode === null && Date.now() < until) continue;
    await stop();
    throw new Error(readFileSync(join(folder, 'prometheus.log'), 'utf8').slice(-2_000));
  }
  return {
    async firing() {
      const { alerts } = await read<{
        alerts: { state: string; labels: { alertname: string } }[];
      }>('alerts');
      const names = alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels);
      return [...new Set(names.map(({ alertname }) => alertname))].toSorted();
    },
    async query(expression) {
      const { result } = await read<{ result: unknown[] }>(
        `query?query=${encodeURIComponent(expression)}`,
      );
      return result;
    },
    async targetsUp() {
      const { activeTargets } = await read<{ activeTargets: { health: string }[] }>('targets');
      return activeTargets.filter(({ health }) => health === 'up').length;
    },
    stop,
  };
}
