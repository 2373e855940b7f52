/**
 * The event streams of each user, in this process and in the others: each opening and closing is announced,
 * so that all processes know the same order. When a user has too many, the oldest is closed: a phone that
 * reconnects must not be locked out by dead connections.
 */
import { randomUUID } from 'node:crypto';
import type { Response } from 'express';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { isDatabaseAway } from '@sachet/db/connect';
import type { Notification } from '@sachet/db/live';
import { eventStreams } from '@sachet/adapters/operations/metrics';
import type { Resource } from '@sachet/adapters/operations/resource';
import { readWhoseAccessEnded } from '@sachet/db/people/profiles';
import type { Database } from '@sachet/db/tables';
import type { Applicant } from '@sachet/shared/admission';
import { minuteMs } from '@sachet/shared/time';
import type { EventStream } from '../http/event-stream.ts';
import type { NotificationBus } from '../events/notification-bus.ts';
import { whenClosed } from './upload-admission.ts';

/** The studio's event streams and the readers of chat replies are limited separately. */
export type StreamKind = 'live' | 'chat';

export interface OpenStreams {
  /**
   * Takes a place for the stream of this response until it ends. Throws `unavailable` when this process serves
   * as many as it can. An evictable stream may be cut when others wait; its client opens another one.
   */
  enter(who: Applicant, response: Response, given?: { isEvictable?: boolean }): Promise<void>;
  /** Registers a stream until it is closed. Calls `replaced` before it is closed for a newer one. */
  keep(given: { kind: StreamKind; uid: string; stream: EventStream; replaced?: () => void }): void;
  /** Asks the clients of this process's studio streams to reconnect elsewhere. */
  sendAway(): void;
}

interface Opened {
  readonly id: string;
  readonly atMs: number;
}

/** No token lasts longer than an hour: older entries were left by a process that crashed. */
const lastsAtMostMs = 65 * minuteMs;

export function createOpenStreams(
  { db, live, log }: { db: Kysely<Database>; live: NotificationBus; log: Logger },
  { perUser, places }: { perUser: number; places: Resource },
): OpenStreams {
  const own = new Map<string, Parameters<OpenStreams['keep']>[0]>();
  /** The streams of each user in all processes, in the order of opening. */
  const known = new Map<string, Opened[]>();

  function announce(id: string, opened: boolean): void {
    const { kind, uid } = own.get(id)!;
    const notification = { event: 'stream', kind, uid, id, opened } as const;
    live.tell(notification).catch((error: unknown) => {
      if (!isDatabaseAway(error)) {
        log.warn({ err: error }, 'failed to announce a stream to other processes');
      }
      handleNotification(notification);
    });
  }

  function handleNotification(notification: Notification | 'missed'): void {
    if (notification === 'missed') void resynchronize();
    else if (notification.event === 'access-ended') endStreams(notification.uid);
    else if (notification.event === 'stream') applyStreamChange(notification);
  }

  function applyStreamChange({
    kind,
    uid,
    id,
    opened,
  }: Extract<Notification, { event: 'stream' }>): void {
    const name = `${kind} ${uid}`;
    const others = (known.get(name) ?? []).filter((each) => each.id !== id);
    const all = opened ? [...others, { id, atMs: Date.now() }] : others;
    for (const { id } of all.splice(0, Math.max(0, all.length - perUser))) {
      const oldest = own.get(id);
      oldest?.replaced?.();
      oldest?.stream.end();
    }
    if (all.length > 0) known.set(name, all);
    else known.delete(name);
  }

  function endStreams(uid: string): void {
    for (const each of own.values()) if (each.uid === uid) each.stream.end();
  }

  /**
   * Runs after notifications were missed: streams may have opened or closed, and users may have been
   * disabled.
   */
  async function resynchronize(): Promise<void> {
    known.clear();
    for (const [id, { kind, uid }] of own) {
      applyStreamChange({ event: 'stream', kind, uid, id, opened: true });
    }
    const uids = [...new Set([...own.values()].map(({ uid }) => uid))];
    const ended = await readWhoseAccessEnded(db, uids).catch((error: unknown) => {
      log.warn({ err: error }, 'failed to check stream permissions');
      return [];
    });
    for (const uid of ended) endStreams(uid);
  }

  function evictOld(): void {
    const before = Date.now() - lastsAtMostMs;
    for (const [name, all] of known) {
      const left = all.filter(({ atMs }) => atMs > before);
      if (left.length > 0) known.set(name, left);
      else known.delete(name);
    }
  }

  live.subscribe(handleNotification);
  setInterval(evictOld, lastsAtMostMs / 10).unref();

  return {
    async enter(who, response, { isEvictable = false } = {}) {
      // A stream has no rest: it only yields to a higher class, or if its network is beyond its share.
      const endless = { read: () => 0, total: 0, evict: () => void response.destroy() };
      const leave = await places.enter(who, {
        signal: whenClosed(response),
        ...(isEvictable && { progress: endless }),
      });
      response.once('close', leave);
      if (response.destroyed) leave();
    },
    keep(given) {
      const { closed, isClosed } = given.stream;
      if (isClosed) return;
      const id = randomUUID();
      own.set(id, given);
      eventStreams.inc({ kind: given.kind });
      announce(id, true);
      const leave = () => {
        announce(id, false);
        own.delete(id);
        eventStreams.dec({ kind: given.kind });
      };
      closed.addEventListener('abort', leave, { once: true });
    },
    sendAway() {
      for (const { kind, stream } of own.values()) {
        if (kind !== 'live') continue;
        void stream.send('reconnect', { id: '' });
        stream.end();
      }
    },
  };
}
