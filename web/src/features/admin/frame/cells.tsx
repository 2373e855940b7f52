import { Check, Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useUid } from '../../../api/keys';
import { useApi } from '../../../api/use-api';
import { Moment } from '../../../app/base/Moment';
import { useLanguage } from '../../../i18n/language';
import { formatIndianDay } from '../../../i18n/time';
import { useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { useCopy } from '../../studio/text/CopyButton';
import { classes } from '../../../ui/classes';
import { Description } from '../../../ui/DescriptionList';
import { Money } from '../../../ui/Money';

/** An amount in rupees, or a dash. */
export function MoneyCell({ rupees }: { rupees: number | null | undefined }) {
  return typeof rupees === 'number' ? <Money rupees={rupees} /> : <Nothing />;
}

export function MomentCell({
  timestamp,
  precision = 'minute',
}: {
  timestamp: string | null | undefined;
  precision?: 'minute' | 'day';
}) {
  if (!timestamp) return <Nothing />;
  return (
    <Moment
      timestamp={timestamp}
      precision={precision}
      className="tabular-nums md:whitespace-nowrap"
    />
  );
}

/** An Indian day, `2026-03-01`. */
export function DayCell({ day }: { day: string }) {
  const language = useLanguage();
  return (
    <time dateTime={day} className="whitespace-nowrap tabular-nums">
      {formatIndianDay(day, language)}
    </time>
  );
}

/** A name with its value on an admin page, or a dash without a value. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return <Description name={name}>{children || <Nothing />}</Description>;
}

export function Nothing() {
  const { t } = useTranslation();
  return (
    <>
      <span aria-hidden data-nothing className="text-ink-soft">
        –
      </span>
      <span className="sr-only">{t('admin.nothing')}</span>
    </>
  );
}

/** A state in one word: `bad` in vermilion, `good` in leaf, otherwise in ink. */
export function StateMark({
  tone = 'plain',
  children,
}: {
  tone?: 'plain' | 'good' | 'bad';
  children: React.ReactNode;
}) {
  return (
    <span
      className={classes(
        'inline-block rounded px-1.5 font-semibold md:whitespace-nowrap',
        tone === 'plain' && 'bg-sunk text-ink',
        tone === 'good' && 'bg-leaf-wash text-leaf',
        tone === 'bad' && 'bg-vermilion-wash text-vermilion',
      )}
    >
      {children}
    </span>
  );
}

/** Links a figure or an id to the events or the page behind it. */
export function EventLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-6 items-center justify-self-start font-semibold underline underline-offset-2 pointer-coarse:min-h-11"
    >
      {children}
    </Link>
  );
}

/** Links to the user's dialog. A finance admin may not open that dialog and gets plain text. */
export function PersonLink({ uid, children }: { uid: string; children: ReactNode }) {
  const { data: me } = useApi('GET /api/admin/me');
  if (!me?.isSuperAdmin) return <span>{children}</span>;
  return <EventLink to={paths.adminUser(uid)}>{children}</EventLink>;
}

/** `user:UID` or `worker`, as the server records the actor of a change. */
export function ActorName({ actor }: { actor: string }) {
  const { t } = useTranslation();
  return actor.startsWith('user:') ? (
    <PersonName uid={actor.slice('user:'.length)} />
  ) : (
    t('studioCommon.system')
  );
}

/** Shows 'You' for the signed-in admin. */
export function PersonName({ uid }: { uid: string }) {
  const { t } = useTranslation();
  const own = useUid();
  if (uid === own) return <PersonLink uid={uid}>{t('studioCommon.you')}</PersonLink>;
  return (
    <CopyId id={uid}>
      <PersonLink uid={uid}>{uid}</PersonLink>
    </CopyId>
  );
}

/**
 * An id, truncated unless it `wraps`, with a button that copies all of it. The button works inside a
 * row that is a link. Pass `children` to show the id as a link.
 */
export function CopyId({
  id,
  children,
  wraps = false,
  className,
}: {
  id: string;
  children?: React.ReactNode;
  wraps?: boolean;
  className?: string;
}) {
  const { t } = useTranslation();
  return (
    <span className={classes('inline-flex max-w-full min-w-0 items-center gap-0.5', className)}>
      <span title={id} className={classes('font-mono font-normal', !wraps && 'truncate')}>
        {children ?? id}
      </span>
      <CopyIdButton id={id} label={t('admin.copyId', { id })} />
    </span>
  );
}

/** Only the button that copies an id, for an id that is shown elsewhere. */
export function CopyIdButton({ id, label }: { id: string; label: string }) {
  const { t } = useTranslation();
  const { copied, copy } = useCopy(id);
  const Icon = copied ? Check : Copy;
  return (
    <>
      <button
        type="button"
        aria-label={label}
        title={label}
        onClick={copy}
        className="relative z-10 grid size-7 shrink-0 place-items-center rounded text-ink-soft hover:bg-sunk hover:text-ink pointer-coarse:-my-2.5 pointer-coarse:size-11"
      >
        <Icon aria-hidden className="size-3.5" />
      </button>
      <span role="status" className="sr-only">
        {copied && t('text.copied')}
      </span>
    </>
  );
}

export function ProgressBar({ label, max, value }: { label: string; max: number; value: number }) {
  return (
    <progress
      aria-label={label}
      className="h-2 w-full appearance-none overflow-hidden rounded-full bg-sunk [&::-moz-progress-bar]:bg-ink [&::-webkit-progress-bar]:bg-sunk [&::-webkit-progress-value]:bg-ink"
      max={max}
      value={value}
    />
  );
}
