import {
  actOnReport,
  dismissReports,
  findNamedContent,
  insertReport,
  readReport,
  readReports,
  type ReportView,
} from '@sachet/db/admin/reports';
import { enqueue } from '@sachet/flows/enqueue';
import { imageExpiry, signImagePath } from '@sachet/images/signed-url';
import {
  acknowledgeWithinMs,
  ContentReport,
  ContentReports,
  CreateReport,
  DismissReports,
  ReportActionRequest,
  ReportReceived,
  ReportReason,
  ReportsDismissed,
  ReportsQuery,
  takeDownWithinMs,
} from '@sachet/shared/contracts/report';
import { getNetwork } from '../http/address.ts';
import type { Dependencies } from '../dependencies.ts';
import { Refusal } from '../http/refusal.ts';
import { ok, route } from '../http/route.ts';

export const postReport = route({
  method: 'post',
  path: '/api/report',
  access: 'anyone',
  summary: 'Reports a picture or a text that is not allowed. No sign-in needed.',
  body: CreateReport,
  bodyLimit: 32 * 1024,
  answers: { 201: ReportReceived },
  async handle({ deps, body, request, response }) {
    const generationId = await findNamedContent(deps.db, body.about);
    const bucket = generationId === null ? 'reports' : 'named-reports';
    const network = getNetwork(request);
    await deps.limits.consume(bucket, network, response);
    await deps.limits.consume(`${bucket}-a-day`, network, response);
    const outcome = await insertReport(deps.db, body, generationId);
    if (!outcome.ok) {
      throw new Refusal(
        'rate_limited',
        outcome.refusal === 'full'
          ? 'Too many reports are waiting. Email us instead.'
          : 'This has already been reported many times. We’re looking into it.',
        { retryAfterSeconds: 60 * 60 },
      );
    }
    return { status: 201, body: { reportId: outcome.reportId } };
  },
});

/** Reports that name nothing have no evidence to load, and arrive in floods. */
const perPage = { content: 50, nothing: 200 };

export const getAdminReports = route({
  method: 'get',
  path: '/api/admin/reports',
  access: 'super-admin',
  summary:
    'Reports with their evidence and clocks: open ones oldest first, closed ones newest first.',
  query: ReportsQuery,
  answers: { 200: ContentReports },
  async handle({ deps, query }) {
    const limit = perPage[query.names ?? 'content'];
    const reports = await readReports(deps.db, { ...query, limit });
    const next = reports.length === limit ? reports.at(-1)!.id : null;
    return ok({ reports: reports.map((each) => toContentReport(deps, each)), next });
  },
});

export const postAdminReport = route({
  method: 'post',
  path: '/api/admin/reports',
  access: 'super-admin',
  summary:
    'Acknowledges a report, notes that an order has come, takes down what it names, dismisses it, ' +
    'or adds a note.',
  body: ReportActionRequest,
  answers: { 200: ContentReport },
  async handle({ deps, caller, body }) {
    const outcome = await actOnReport(deps.db, { ...body, adminUid: caller.uid });
    switch (outcome) {
      case 'done': {
        const report = (await readReport(deps.db, body.reportId))!;
        if (report.mail_status === 'queued') await queueMail(deps, report.id);
        return ok(toContentReport(deps, report));
      }
      case 'not_found':
        throw new Refusal('not_found', 'Report not found.');
      case 'closed':
        throw new Refusal('wrong_state', 'This report is already closed.');
      case 'nothing_of_ours':
        throw new Refusal('wrong_state', 'This report doesn’t name any of our content.');
    }
  },
});

export const postDismissReports = route({
  method: 'post',
  path: '/api/admin/reports/dismiss',
  access: 'super-admin',
  summary: 'Dismisses many reports with one reason. Closed reports do not change.',
  body: DismissReports,
  answers: { 200: ReportsDismissed },
  async handle({ deps, caller, body }) {
    return ok({ dismissed: await dismissReports(deps.db, { ...body, adminUid: caller.uid }) });
  },
});

const queueMail = (deps: Dependencies, reportId: string) =>
  enqueue(deps, { name: 'report-mail', reportId });

function toContentReport({ signers }: Dependencies, report: ReportView): ContentReport {
  const { generation, created_at: createdAt, ordered_at: orderedAt } = report;
  const later = (from: Date, ms: number) => new Date(from.getTime() + ms).toISOString();
  const toText = (at: Date | null) => at?.toISOString() ?? null;
  const keys = generation?.deleted_at ? [] : [...report.image_keys, generation?.preview_key];
  return {
    reportId: report.id,
    about: report.about,
    reason: ReportReason.parse(report.reason),
    details: report.details,
    contact: report.contact,
    erasedAt: toText(report.erased_at),
    createdAt: createdAt.toISOString(),
    acknowledgeBy: later(createdAt, acknowledgeWithinMs),
    acknowledgedAt: toText(report.acknowledged_at),
    mailStatus: report.mail_status,
    orderedAt: toText(orderedAt),
    takeDownBy: orderedAt && later(orderedAt, takeDownWithinMs),
    resolvedAt: toText(report.resolved_at),
    outcome: report.outcome,
    evidence: generation && {
      generationId: generation.id,
      uid: generation.uid,
      mode: generation.mode,
      provider: generation.provider,
      prompt: generation.prompt,
      content: generation.content,
      pictures: keys.flatMap((key) =>
        key
          ? signImagePath({ key, expiresAt: imageExpiry(Date.now()), signer: signers.imageUrl })
          : [],
      ),
      createdAt: generation.created_at.toISOString(),
      takenDownAt: toText(generation.taken_down_at),
    },
    history: report.history.map(({ at, actor, action, note }) => ({
      at: at.toISOString(),
      actor,
      action,
      note,
    })),
  };
}
