/**
 * Limits and periods that no operator has a reason to change. Tests give other values to the servers
 * that they start (`TEST_LIMITS`, refused in production).
 */
import { z } from 'zod';
import { parseJson } from '../text/parse-json.ts';
import { dayMs, hourMs } from '../time.ts';

const limits = {
  // Requests a minute.
  /** Per signed-in user. */
  requestsPerMinute: 600,
  /** Per super admin, for the admin routes. */
  adminRequestsPerMinute: 600,
  /**
   * Per address (per /64 for IPv6), for callers who are not signed in: thousands of callers may share an
   * address.
   */
  anonymousRequestsPerMinute: 3_000,
  /** Per generation, for its signed image links. */
  imageRequestsPerMinute: 600,
  /** Per address, for webhooks. */
  webhooksPerMinute: 6_000,
  /** Per address, for health checks. */
  probesPerMinute: 600,
  /** Requests with invalid tokens, per address. */
  badTokensPerMinute: 300,
  /** Reports of content from one network; ten times as many are allowed per day. */
  reportsPerMinute: 5,

  // Per user, for a day or a minute.
  generationsPerMinute: 30,
  /** Free previews in 24 hours. */
  previewsPerDay: 200,
  uploadsPerDay: 200,
  uploadMegabytesPerDay: 500,
  chatRepliesPerMinute: 20,
  chatRepliesAtOnce: 4,
  /** Prompts improved for free in 24 hours. */
  improvedPromptsPerDay: 50,
  /** Versions of bought pictures in 24 hours: with a brand, or fitted to a format. */
  versionsPerDay: 100,
  /** Free replies in 24 hours. */
  freeRepliesPerDay: 100,
  /** Purchases that one user may cancel in a day (IST) after a provider was called. */
  freeCancelsPerDay: 3,
  /** Orders that wait to be paid. */
  openOrders: 20,
  /** Event streams in all processes; the oldest is closed for a new one. */
  eventStreamsPerUser: 6,

  // Bonuses, in rupees for a day (IST).
  /** Locked bonuses that the purchases of all unverified users release. */
  unverifiedSpendingRupeesPerDay: 25_000,
  /** Locked bonuses that are released because their users verify an email address. */
  verifiedBonusRupeesPerDay: 125_000,

  // Mails.
  /** Invitation mails in 24 hours. */
  inviteMailsPerOrganization: 50,
  inviteMailsPerInviter: 30,
  /** Invitation mails to one mailbox, in 24 hours. */
  inviteMailsPerRecipient: 3,

  // Per API process.
  eventStreams: 5_000,
  chatStreams: 1_000,
  /** Photos received concurrently from all users; one user sends one photo at a time. */
  uploadsAtOnce: 32,
  /**
   * Photos decoded and versions drawn concurrently, half of them for customers only: 24 megapixels take up to
   * 230 MiB and a whole core.
   */
  decodesAtOnce: 2,

  // Days.
  /** How long unbought previews are kept. */
  previewsKeptDays: 30,
  /** Days between notices of the content rules. The law of India requires a notice every three months. */
  rulesNoticeDays: 85,

  // Milliseconds.
  /** How long a stopping API process lets chat replies end: a reply may take five minutes. */
  stopGraceMs: 310_000,
  /** How long the upload of a photo may take. */
  uploadTimeoutMs: 120_000,
  /** How long a deletion can be undone. */
  undoDeleteMs: 120_000,
  /** How long one call to the payment gateway may take. */
  gatewayTimeoutMs: 5_000,
  /** How soon the gateway is first asked about an order that has no outcome yet. */
  topUpCheckAfterMs: 60_000,
  /** How long an order waits to be paid. */
  topUpLastsMs: dayMs,
  /** How often the workers look for work that a crash left behind. */
  sweepEveryMs: 15_000,
  /** How long a worker may be silent before another worker gets its job. */
  workerLockMs: 15_000,
  /** How often the auditor verifies new events. */
  auditEveryMs: 30_000,
  checkpointEveryMs: 600_000,
  /** How often the gateway's lists are compared with the ledger. */
  gatewayCompareEveryMs: hourMs,
  /** Interval of the automatic catalog sync with the providers' lists; 0 for never. */
  modelSyncEveryMs: dayMs,
};

export type Limits = typeof limits;

const Changed = z
  .strictObject(
    Object.fromEntries(
      Object.keys(limits).map((name) => [name, z.number().int().min(0)]),
    ) as Record<keyof Limits, z.ZodNumber>,
  )
  .partial();

/** All limits, with the changes from the JSON. */
export const Limits = z
  .string()
  .default('{}')
  .transform((text, context): Limits => {
    const parsed = Changed.safeParse(parseJson(text));
    if (parsed.success) return { ...limits, ...parsed.data } as Limits;
    context.addIssue({ code: 'custom', message: 'must be a JSON object of limits in limits.ts' });
    return z.NEVER;
  });
