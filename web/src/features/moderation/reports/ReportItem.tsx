import type { ContentReport, ReportAction } from '@sachet/shared/moderation/contracts/report';
import { minuteMs } from '@sachet/shared/time';
import { type ReactNode, useState } from 'react';
import { api } from '../../../api/client';
import { useNow } from '../../../browser/use-now';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { classes } from '../../../ui/classes';
import { DescriptionList } from '../../../ui/DescriptionList';
import { Notice } from '../../../ui/Notice';
import { Fact, MomentCell, PersonLink, StateMark } from '../../admin/frame/cells';
import { useConfirmedAction } from '../../admin/frame/confirm';
import { CompactField } from '../../admin/frame/fields';

export function ReportItem({
  report,
  choice,
  onChanged,
}: {
  report: ContentReport;
  /** The checkbox that selects the report; only open reports have one. */
  choice?: { isChosen: boolean; onChoose: (isChosen: boolean) => void };
  onChanged: () => Promise<unknown>;
}) {
  const { t } = useTranslation();
  const { outcome, acknowledgedAt, takeDownBy, history } = report;
  return (
    <li className="grid gap-3 rounded-lg border border-fold bg-packet p-4 text-note">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="text-body font-bold">
          {choice ? (
            <ChoiceBox checked={choice.isChosen} onChange={choice.onChoose}>
              {t(`report.reasons.${report.reason}`)}
            </ChoiceBox>
          ) : (
            t(`report.reasons.${report.reason}`)
          )}
        </h2>
        <div className="flex flex-wrap gap-1.5">
          {outcome && <StateMark tone="good">{t(`adminReports.outcome.${outcome}`)}</StateMark>}
          {!outcome && takeDownBy && <Clock what="takeDown" deadline={takeDownBy} />}
          {!outcome && !acknowledgedAt && (
            <Clock what="acknowledge" deadline={report.acknowledgeBy} />
          )}
          {!outcome && acknowledgedAt && (
            <StateMark tone={mustAnswer(report) ? 'plain' : 'good'}>
              {t('adminReports.acknowledged')}
            </StateMark>
          )}
        </div>
      </div>
      <DescriptionList className="grid gap-x-8 gap-y-2 sm:grid-cols-3">
        <Fact name={t('adminReports.what')}>{report.about || t('adminReports.erased')}</Fact>
        <Fact name={t('common.contact')}>
          <Contact report={report} />
          <MailState report={report} />
        </Fact>
        <Fact name={t('adminReports.came')}>
          <MomentCell timestamp={report.createdAt} />
        </Fact>
        {report.details && <Fact name={t('adminReports.details')}>{report.details}</Fact>}
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
    </li>
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

function Act({ report, onChanged }: Omit<Parameters<typeof ReportItem>[0], 'choice'>) {
  const { t } = useTranslation();
  const { ask, error, dialog } = useConfirmedAction(onChanged);
  const [typed, setTyped] = useState('');
  const note = typed.trim();
  const isOpen = report.outcome === null;
  const actions: ReportAction[] = isOpen
    ? [
        ...(report.acknowledgedAt ? [] : (['acknowledge'] as const)),
        ...(report.orderedAt ? [] : (['order'] as const)),
        ...(report.evidence ? (['take-down'] as const) : []),
        'dismiss',
        'note',
      ]
    : ['note'];

  function act(action: ReportAction) {
    ask({
      question: (
        <>
          <p>{t(`adminReports.confirm.${action}`)}</p>
          <p className="font-semibold wrap-anywhere">{note}</p>
        </>
      ),
      steps: [
        {
          act: () =>
            api('POST /api/admin/reports', {
              body: { reportId: report.reportId, action, note },
            }),
          failed: t('adminCommon.actionFailed'),
        },
      ],
      done: t(`adminReports.did.${action}`),
      onDone: () => setTyped(''),
    });
  }

  return (
    <div className="grid gap-2">
      <CompactField
        className="max-w-2xl"
        label={t('adminCommon.note')}
        hint={t('adminReports.noteHint')}
        maxLength={1000}
        value={typed}
        onChange={setTyped}
      />
      <Notice role="alert" tone="bad" compact>
        {error}
      </Notice>
      <div className="flex flex-wrap gap-2">
        {actions.map((action) => (
          <Button
            key={action}
            size="compact"
            look={action === 'take-down' ? 'ink' : 'outline'}
            disabled={note === ''}
            onClick={() => act(action)}
          >
            {t(`adminReports.act.${action}`)}
          </Button>
        ))}
      </div>
      {dialog}
    </div>
  );
}

/** A checkbox that selects one report, or all of them. */
export function ChoiceBox({
  checked,
  isMixed = false,
  onChange,
  children,
}: {
  checked: boolean;
  /** True if some but not all reports are selected. */
  isMixed?: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}) {
  return (
    <label className="inline-flex items-center gap-1.5 pointer-coarse:min-h-11">
      <input
        type="checkbox"
        checked={checked}
        ref={(box) => {
          if (box) box.indeterminate = isMixed;
        }}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4 accent-ink"
      />
      {children}
    </label>
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
