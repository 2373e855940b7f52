/** Names of objects in the vault. Each cluster of Postgres (`initdb`) has a folder with its identifier. */

export interface Base {
  readonly system: string;
  /** The earliest moment to which the backup can be restored. */
  readonly at: Date;
  /** The first file of WAL that a restore needs. */
  readonly startWal: string;
}

export function toBaseName({ system, at, startWal }: Base): string {
  return `${system}/base/${at.toISOString().replaceAll(/[-:]/g, '')}-${startWal}.tar.gz`;
}

export function parseBaseName(name: string): Base {
  const [, system, date, time, startWal] =
    /^(\d+)\/base\/(\d{8})T(\d{6}\.\d{3})Z-([0-9A-F]{24})\.tar\.gz$/.exec(name) ?? [];
  if (!system) throw new Error(`${name} is not a base backup`);
  const day = date!.replace(/(....)(..)(..)/, '$1-$2-$3');
  const clock = time!.replace(/(..)(..)(.*)/, '$1:$2:$3');
  return { system, at: new Date(`${day}T${clock}Z`), startWal: startWal! };
}

/** A finished segment, a backup's history, or a timeline's history. */
export const archivedFile =
  /^(?:[0-9A-F]{24}(?:\.[0-9A-F]{8}\.backup|\.partial)?|[0-9A-F]{8}\.history)$/;

export const toWalName = (system: string, file: string) => `${system}/wal/${file}.gz`;
export const parseWalName = (name: string) => name.slice(name.lastIndexOf('/') + 1, -3);

/** Whether a restore from this segment on needs the file. Timelines' histories are always needed. */
export function isNeededFrom(startWal: string, file: string): boolean {
  if (file.endsWith('.history')) return true;
  // Without the timeline, the first 8 digits: the segments of two timelines overlap.
  return file.slice(8, 24) >= startWal.slice(8, 24);
}

export const toPictureName = (system: string, path: string) => `${system}/pictures/${path}`;
export const toGoneName = (system: string, day: string, path: string) =>
  `${system}/gone/${day}/${path}`;
