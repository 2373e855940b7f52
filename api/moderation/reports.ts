import {
  actOnReport,
  dismissReports,
  findNamedContent,
  insertReport,
  readReport,
  readReports,
  type ReportView,
} from '@sachet/db/moderation/reports';
import { mailSoon } from '@sachet/flows/mail-soon';
import { imageExpiry, signImagePath } from '@sachet/adapters/images/signed-url';
import {
  acknowledgeWithinMs,
  ReportReason,
  takeDownWithinMs,
  type ContentReport,
} from '@sachet/shared/moderation/contracts/report';
import { getNetwork } from '../http/address.ts';
import type { Dependencies } from '../dependencies.ts';
import { AfterId, pageTokens, splitPage } from '../http/page-token.ts';
import { Refusal } from '../http/refusal.ts';
import { ok, reply, route } from '../http/route.ts';

export const postReport = route('POST /api/report', {
  bodyLimit: 32 * 1024,
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
    return reply(201, { reportId: outcome.reportId });
  },
});

/** Reports that name no content have no evidence to load, and arrive in floods. */
const perPage = { content: 50, nothing: 200 };

const tokens = pageTokens('reports', AfterId);

export const getAdminReports = route('GET /api/admin/reports', {
  async handle({ deps, query }) {
    const limit = perPage[query.names ?? 'content'];
    const { after: token, ...filter } = query;
    const after = tokens.read(token, filter);
    const reports = await readReports(deps.db, { ...filter, after, limit: limit + 1 });
    const { page, last } = splitPage(reports, limit);
    return ok({
      items: page.map((each) => toContentReport(deps, each)),
      next: tokens.write(last && last.id, filter),
    });
  },
});

export const postAdminReport = route('POST /api/admin/reports', {
  async handle({ deps, caller, body }) {
    const outcome = await actOnReport(deps.db, { ...body, adminUid: caller.uid });
    switch (outcome) {
      case 'done': {
        const report = (await readReport(deps.db, body.reportId))!;
        await mailSoon(deps, { kind: 'report', about: report.id });
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

export const postDismissReports = route('POST /api/admin/reports/dismiss', {
  async handle({ deps, caller, body }) {
    return ok({ dismissed: await dismissReports(deps.db, { ...body, adminUid: caller.uid }) });
  },
});

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
