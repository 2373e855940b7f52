/** The backup service: ships WAL and pictures all the time, and takes a base backup each day. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { Gauge } from 'prom-client';
import { takeBase } from './base.ts';
import { parseBaseName } from './names.ts';
import { deleteOld, openSpool, readWaitMs, shipPictures, shipWal } from './ship.ts';
import type { ObjectStore } from '@sachet/adapters/images/objects';
import { dayMs } from '@sachet/shared/time';
import type { Vault } from './vault.ts';

const baseEveryMs = dayMs;
const walEveryMs = 10_000;
const baseCheckEveryMs = 60_000;
/** Postgres finishes a segment at least this often if anything was written: at most so much is lost. */
const segmentLasts = '60s';

export interface Service {
  readonly ownerUrl: string;
  readonly vault: Vault;
  /** Postgres's archive, which `ops/deploy/archive-wal` fills. */
  readonly spool: string;
  readonly pictures: ObjectStore;
  readonly picturesEveryMs: number;
  readonly keepDays: number;
  readonly log: Logger;
}

const gauges = {
  baseAge: new Gauge({
    name: 'sachet_backup_base_age_seconds',
    help: 'Age of the newest base backup; +Inf without one',
  }),
  walWait: new Gauge({
    name: 'sachet_backup_wal_wait_seconds',
    help: 'How long the oldest archived file of WAL has waited for the vault',
  }),
  archiveFails: new Gauge({
    name: 'sachet_backup_archive_fails',
    help: '1 while Postgres fails to archive WAL',
  }),
  picturesAge: new Gauge({
    name: 'sachet_backup_pictures_age_seconds',
    help: 'Time since the pictures were last complete in the vault',
  }),
};

export async function runService(service: Service, stopping: AbortSignal): Promise<void> {
  const { log, spool, ownerUrl } = service;
  const system = await prepareArchive(ownerUrl);
  await openSpool(spool);
  await service.vault.removeUnfinished();
  const attempt = (what: string, work: () => Promise<void>) =>
    work().catch((error: unknown) => log.error({ err: error }, `failed to back up ${what}`));
  // A long base backup must not delay the WAL that it waits for.
  await Promise.all([
    repeat(walEveryMs, stopping, async () => {
      await attempt('WAL', () => shipWal(spool, service.vault, system));
      await attempt('measurements', () => measure(service, system));
    }),
    repeat(service.picturesEveryMs, stopping, () =>
      attempt('pictures', async () => {
        const now = new Date();
        const day = now.toISOString().slice(0, 10);
        await shipPictures(service.pictures, service.vault, { system, day });
        gauges.picturesAge.set(0);
        lastPicturesMs = now.getTime();
      }),
    ),
    repeat(baseCheckEveryMs, stopping, () =>
      attempt('the database', () => takeBaseIfDue(service, system)),
    ),
  ]);
}

let lastPicturesMs = Date.now();

async function repeat(
  pauseMs: number,
  stopping: AbortSignal,
  work: () => Promise<void>,
): Promise<void> {
  while (!stopping.aborted) {
    await work();
    await sleep(pauseMs, undefined, { signal: stopping }).catch(() => {});
  }
}

/** Returns the cluster's identifier. Refuses a Postgres that does not archive, whose backups would be useless. */
async function prepareArchive(ownerUrl: string): Promise<string> {
  return withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ mode: string; system: string }>(
      `select current_setting('archive_mode') as mode, system_identifier::text as system
         from pg_control_system()`,
    );
    if (rows[0]!.mode === 'off') {
      throw new Error('Postgres has archive_mode = off. Set it to on and restart Postgres.');
    }
    await client.query(`alter system set archive_timeout = '${segmentLasts}'`);
    await client.query('select pg_reload_conf()');
    return rows[0]!.system;
  });
}

async function takeBaseIfDue(service: Service, system: string): Promise<void> {
  const newest = (await service.vault.list(`${system}/base`)).at(-1);
  const ageMs = newest ? Date.now() - parseBaseName(newest).at.getTime() : Infinity;
  if (ageMs < baseEveryMs) return;
  const name = await takeBase(service);
  service.log.info({ name }, 'base backup stored');
  const { keepDays } = service;
  await deleteOld(service.vault, { system, keepDays, nowMs: Date.now() });
}

async function measure({ vault, spool, ownerUrl }: Service, system: string): Promise<void> {
  const nowMs = Date.now();
  const newest = (await vault.list(`${system}/base`)).at(-1);
  gauges.baseAge.set(newest ? (nowMs - parseBaseName(newest).at.getTime()) / 1000 : Infinity);
  gauges.walWait.set((await readWaitMs(spool, nowMs)) / 1000);
  gauges.picturesAge.set((nowMs - lastPicturesMs) / 1000);
  const fails = await withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ fails: boolean }>(
      `select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as fails
         from pg_stat_archiver`,
    );
    return rows[0]!.fails;
  });
  gauges.archiveFails.set(fails ? 1 : 0);
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
