import type { ContentReport, ReportAction } from '@sachet/shared/moderation/contracts/report';
import { minuteMs } from '@sachet/shared/time';
import { useState } from 'react';
import { api } from '../../../api/client';
import { useNow } from '../../../browser/use-now';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { classes } from '../../../ui/classes';
import { DescriptionList } from '../../../ui/DescriptionList';
import { Fact, MomentCell, PersonLink, StateMark } from '../../admin/frame/cells';
import { ReasonForm } from '../../admin/frame/confirm';

/** Shows a report with the actions of an admin. */
export function ReportItem({
  report,
  onChanged,
}: {
  report: ContentReport;
  onChanged: () => Promise<unknown>;
}) {
  const { t } = useTranslation();
  const { details, history } = report;
  return (
    <div className="grid gap-3 rounded-lg border border-fold bg-packet p-4 text-note">
      <DescriptionList className="grid gap-x-8 gap-y-2 sm:grid-cols-2">
        {details && <Fact name={t('adminReports.details')}>{details}</Fact>}
        <Fact name={t('common.contact')}>
          <Contact report={report} />
          <MailState report={report} />
        </Fact>
      </DescriptionList>
      <Evidence evidence={report.evidence} />
      {history.length > 0 && (
        <ol aria-label={t('adminReports.history')} className="grid gap-1 border-t border-fold pt-2">
          {history.map(({ at, actor, action, note }) => (
            <li key={`${at} ${action}`} className="flex flex-wrap gap-x-3 wrap-anywhere">
              <MomentCell timestamp={at} />
              <span className="font-semibold">
                {t(`adminReports.did.${action as ReportAction}`)}
              </span>
              <span className="min-w-0">{note}</span>
              <span className="text-ink-soft">{actor}</span>
            </li>
          ))}
        </ol>
      )}
      <Act report={report} onChanged={onChanged} />
    </div>
  );
}

/** Shows the outcome of a report, or the deadline of its next step. */
export function ReportState({ report }: { report: ContentReport }) {
  const { t } = useTranslation();
  const { outcome, acknowledgedAt, takeDownBy, acknowledgeBy } = report;
  if (outcome) {
    return <StateMark tone="good">{t(`adminReports.outcome.${outcome}`)}</StateMark>;
  }
  return (
    <span className="inline-flex flex-wrap gap-1">
      {takeDownBy && <Clock what="takeDown" deadline={takeDownBy} />}
      {acknowledgedAt ? (
        <StateMark tone={mustAnswer(report) ? 'plain' : 'good'}>
          {t('adminReports.acknowledged')}
        </StateMark>
      ) : (
        <Clock what="acknowledge" deadline={acknowledgeBy} />
      )}
    </span>
  );
}

/**
 * Whether an admin must write to the reporter. This is the case if the report is open and acknowledged and
 * has a contact that is not an email address.
 */
function mustAnswer({ outcome, contact, acknowledgedAt, mailStatus }: ContentReport): boolean {
  const isMailed = mailStatus === 'queued' || mailStatus === 'sent';
  return outcome === null && contact !== null && acknowledgedAt !== null && !isMailed;
}

/** Whether the reporter was emailed, or an admin must reply. */
function MailState({ report }: { report: ContentReport }) {
  const { t } = useTranslation();
  const { mailStatus, contact, acknowledgedAt } = report;
  if (mailStatus === null && (contact === null || acknowledgedAt === null)) return null;
  const isForUs = mustAnswer(report);
  return (
    <span
      className={classes(
        'block',
        !isForUs && 'text-ink-soft',
        isForUs && mailStatus === 'failed' && 'text-vermilion',
      )}
    >
      {t(`adminReports.mail.${mailStatus ?? 'none'}`)}
      {isForUs && <strong className="font-semibold"> {t('adminReports.answerYourself')}</strong>}
    </span>
  );
}

/** Links a contact that was emailed, because it must be an email address. */
function Contact({ report }: { report: ContentReport }) {
  const { t } = useTranslation();
  const { contact, mailStatus, erasedAt } = report;
  if (contact === null) return t(erasedAt ? 'adminReports.erased' : 'adminReports.noContact');
  if (mailStatus === null) return contact;
  return (
    <a href={`mailto:${contact}`} className="underline underline-offset-2">
      {contact}
    </a>
  );
}

function Clock({ what, deadline }: { what: 'acknowledge' | 'takeDown'; deadline: string }) {
  const { t } = useTranslation();
  const now = useNow(minuteMs / 2);
  const { isLate, days, hours, minutes } = readClock(deadline, now);
  const time =
    days > 0
      ? t('adminReports.days', { days, hours })
      : t('adminReports.hours', { hours, minutes });
  const isSoon = isLate || what === 'takeDown' || days === 0;
  return (
    <StateMark tone={isSoon ? 'bad' : 'plain'}>
      {t(`adminReports.clock.${what}`)} ·{' '}
      {t(isLate ? 'adminReports.late' : 'adminReports.left', { time })}
    </StateMark>
  );
}

/** Pictures may be disturbing, so they are hidden until the admin reveals them. */
function Evidence({ evidence }: { evidence: ContentReport['evidence'] }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  if (!evidence) return <p className="text-ink-soft">{t('adminReports.notOurs')}</p>;
  const { pictures, prompt, content, uid } = evidence;
  return (
    <div className="grid gap-2 rounded-lg bg-sunk/50 p-3">
      <p className="flex flex-wrap items-baseline gap-x-3 wrap-anywhere">
        <code>{evidence.generationId}</code>
        <PersonLink uid={uid}>{uid}</PersonLink>
        <span className="text-ink-soft">{evidence.provider}</span>
        <MomentCell timestamp={evidence.createdAt} />
      </p>
      <p className="whitespace-pre-wrap wrap-anywhere">{prompt}</p>
      {content && (
        <p className="max-h-40 overflow-auto whitespace-pre-wrap wrap-anywhere">{content}</p>
      )}
      {pictures.length > 0 && (
        <>
          <Button
            size="compact"
            look="outline"
            className="justify-self-start"
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            {t(shown ? 'adminReports.hidePictures' : 'adminReports.showPictures')}
          </Button>
          {shown && (
            <div className="flex flex-wrap gap-2">
              {pictures.map((url) => (
                <img key={url} src={url} alt={prompt} className="max-h-64 max-w-full rounded" />
              ))}
            </div>
          )}
        </>
      )}
      {evidence.takenDownAt && <p className="font-semibold">{t('adminReports.isGone')}</p>}
    </div>
  );
}

/** The actions that a report allows. The first one is the next step. */
function getActions({ outcome, acknowledgedAt, orderedAt, evidence }: ContentReport) {
  if (outcome !== null) return ['note'] as const;
  const actions: ReportAction[] = [
    ...(evidence && orderedAt ? (['take-down'] as const) : []),
    ...(acknowledgedAt ? [] : (['acknowledge'] as const)),
    ...(evidence && !orderedAt ? (['take-down'] as const) : []),
    'dismiss',
    ...(orderedAt ? [] : (['order'] as const)),
    'note',
  ];
  return actions;
}

/** The actions, or the form for the chosen one. Every action is recorded with a note. */
function Act({ report, onChanged }: Parameters<typeof ReportItem>[0]) {
  const { t } = useTranslation();
  const [action, setAction] = useState<ReportAction | null>(null);
  const { reportId } = report;
  return (
    <>
      <div className={classes('flex flex-wrap gap-1.5', action && 'hidden')}>
        {getActions(report).map((each, at) => (
          <Button
            key={each}
            size="compact"
            look={at > 0 ? 'plain' : each === 'note' ? 'outline' : 'ink'}
            onClick={() => setAction(each)}
          >
            {t(`adminReports.act.${each}`)}
          </Button>
        ))}
      </div>
      {action && (
        <ReasonForm
          action={t(`adminReports.act.${action}`)}
          label={t('adminCommon.note')}
          question={t(`adminReports.confirm.${action}`)}
          failed={t('adminCommon.actionFailed')}
          done={t(`adminReports.did.${action}`)}
          onAct={(note) => api('POST /api/admin/reports', { body: { reportId, action, note } })}
          onSettled={onChanged}
          onClose={() => setAction(null)}
        >
          <p>{t(`adminReports.confirm.${action}`)}</p>
        </ReasonForm>
      )}
    </>
  );
}

/**
 * Returns the time left until a deadline, or the time since it, in whole units.
 * @internal exported for its test
 */
export function readClock(deadline: string, now: number) {
  const leftMs = Date.parse(deadline) - now;
  const minutes = Math.floor(Math.abs(leftMs) / minuteMs);
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)];
  return { isLate: leftMs < 0, days, hours, minutes: minutes % 60 };
}
