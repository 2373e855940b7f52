/** Reports of content that is not allowed: `/api/report`, `/api/admin/reports`. */
import { z } from 'zod';
import { pageOf, pageQuery } from '../../contracts/page.ts';
import { Language, Mode, Provider, Timestamp } from '../../contracts/vocabulary.ts';
import { dayMs, hourMs } from '../../time.ts';

/** India's IT Rules: acknowledge a complaint within 7 days, follow an order within 3 hours. */
export const acknowledgeWithinMs = 7 * dayMs;
export const takeDownWithinMs = 3 * hourMs;

export const ReportReason = z.enum([
  'real_person',
  'sexual',
  'child',
  'hate',
  'illegal',
  'copyright',
  'other',
]);
export type ReportReason = z.infer<typeof ReportReason>;

export const CreateReport = z
  .object({
    about: z.string().trim().min(1, 'Enter what it is about.').max(500).meta({
      description: 'A link to it, or the id in its metadata (Digital Image GUID, `gen_…`).',
    }),
    reason: ReportReason,
    details: z.string().trim().max(2000).default(''),
    contact: z.string().trim().max(200).default('').meta({
      description: 'An address or a number that the answer goes to.',
    }),
    language: Language.default('en').meta({
      description: 'Language of the acknowledgment mail, if `contact` is an email address.',
    }),
  })
  .meta({ id: 'CreateReport' });
export type CreateReport = z.infer<typeof CreateReport>;

/** The answer is the same whether or not the reported content exists. */
export const ReportReceived = z.object({ reportId: z.string() }).meta({ id: 'ReportReceived' });
export type ReportReceived = z.infer<typeof ReportReceived>;

export const ReportState = z.enum(['open', 'closed']);
export type ReportState = z.infer<typeof ReportState>;

/** Whether a report names existing content. */
export const ReportNames = z.enum(['content', 'nothing']);
export type ReportNames = z.infer<typeof ReportNames>;

export const ReportsQuery = z.object({
  state: ReportState.default('open'),
  reason: ReportReason.optional(),
  names: ReportNames.optional(),
  ...pageQuery,
});

/** `too_many`: the mailbox already got the maximum of these mails in 24 hours. */
export const ReportMailStatus = z.enum(['queued', 'sent', 'failed', 'too_many']);
export type ReportMailStatus = z.infer<typeof ReportMailStatus>;

export const ContentReport = z
  .object({
    reportId: z.string(),
    about: z.string(),
    reason: ReportReason,
    details: z.string(),
    contact: z.string().nullable(),
    erasedAt: Timestamp.nullable().meta({
      description:
        'From then on contact and details are deleted, and `about` is reduced to our id.',
    }),
    createdAt: Timestamp,
    acknowledgeBy: Timestamp,
    acknowledgedAt: Timestamp.nullable(),
    mailStatus: ReportMailStatus.nullable().meta({
      description: 'Status of the acknowledgment mail; null if none is sent.',
    }),
    orderedAt: Timestamp.nullable(),
    takeDownBy: Timestamp.nullable().meta({ description: 'Null until an order has come.' }),
    resolvedAt: Timestamp.nullable(),
    outcome: z.enum(['taken_down', 'dismissed']).nullable(),
    evidence: z
      .object({
        generationId: z.string(),
        uid: z.string(),
        mode: Mode,
        provider: Provider,
        prompt: z.string(),
        content: z.string().nullable(),
        pictures: z.array(z.string()).meta({ description: 'None once it is taken down.' }),
        createdAt: Timestamp,
        takenDownAt: Timestamp.nullable(),
      })
      .nullable()
      .meta({ description: 'Null if the report names none of our content.' }),
    history: z.array(
      z.object({ at: Timestamp, actor: z.string(), action: z.string(), note: z.string() }),
    ),
  })
  .meta({ id: 'ContentReport' });
export type ContentReport = z.infer<typeof ContentReport>;

export const ContentReports = pageOf(ContentReport).meta({ id: 'ContentReports' });
export type ContentReports = z.infer<typeof ContentReports>;

export const ReportAction = z.enum(['acknowledge', 'order', 'take-down', 'dismiss', 'note']);
export type ReportAction = z.infer<typeof ReportAction>;

const Note = z.string().trim().min(1, 'Say why.').max(1000);

/**
 * `POST /api/admin/reports/dismiss`: dismisses several reports with one reason; closed reports do not change.
 */
export const DismissReports = z
  .object({
    reportIds: z.array(z.string().min(1).max(60)).min(1, 'Choose a report.').max(500),
    note: Note,
  })
  .meta({ id: 'DismissReports' });
export type DismissReports = z.infer<typeof DismissReports>;

export const ReportsDismissed = z
  .object({ dismissed: z.number().int().meta({ description: 'How many were still open.' }) })
  .meta({ id: 'ReportsDismissed' });
export type ReportsDismissed = z.infer<typeof ReportsDismissed>;

export const ReportActionRequest = z
  .object({
    reportId: z.string().min(1).max(60),
    action: ReportAction,
    note: Note,
  })
  .meta({ id: 'ReportActionRequest' });
export type ReportActionRequest = z.infer<typeof ReportActionRequest>;
