/** The machines and rupees that a number of users needs, from measured costs and stated assumptions. */
import { hourMs } from '@sachet/shared/time';
import type { Costs } from './costs.ts';

type Quantity = readonly [what: string, value: number, source: string];

/** Registered users, and the share of them who come on one day; the last is a product that people use daily. */
export const cases = [
  [100_000, 0.05],
  [1_000_000, 0.05],
  [10_000_000, 0.05],
  [10_000_000, 0.2],
] as const;

const assumed = 'assumed';
const use = {
  reads: ['API requests of a user on a day with a visit', 60, assumed],
  previews: ['image previews', 2, assumed],
  replies: ['chat replies and texts', 3, assumed],
  purchases: ['pictures bought', 0.3, assumed],
  streamMinutes: ['minutes with an open event stream', 12, assumed],
  peakHour: ['share of the day in its busiest hour', 0.1, assumed],
  usable: ['share of a core that is used at the peak', 0.5, assumed],
  originalMB: ["MB of a provider's picture, kept 30 days (`previewsKeptDays`)", 1.6, assumed],
  boughtMB: ['MB of a bought picture, kept permanently', 1.6, assumed],
  egressMB: ['MB to a browser, for each user and day', 3, assumed],
  previewUsd: ['USD of a preview: `gpt-image-2.6-flare`, low', 0.006, 'published, facts/models.md'],
  purchaseUsd: [
    'USD of a bought picture: `gpt-image-2.6-sunburst`, high',
    0.053,
    'published, facts/models.md',
  ],
  replyUsd: [
    'USD of a reply: 800 tokens in, 400 out, `gpt-6-luna`',
    0.00028,
    'published, facts/models.md',
  ],
  rupeesPerUsd: ['rupees of a US dollar', 90, 'default of `RUPEES_PER_USD`'],
} as const satisfies Record<string, Quantity>;
const price = {
  server: ['₹ a month: machine of 4 cores and 16 GB for APIs and workers', 9_000, assumed],
  databaseCore: ['₹ a month: core of a Postgres machine with 8 GB for each', 6_000, assumed],
  redis: ['₹ a month: two machines for Redis and its standby', 12_000, assumed],
  diskGB: ['₹ a month: GB of a database disk', 10, assumed],
  bucketGB: ['₹ a month: GB in a bucket', 2, assumed],
  egressGB: ['₹: GB to browsers through a content network', 3, assumed],
} as const satisfies Record<string, Quantity>;
export const assumptions: readonly Quantity[] = Object.values(use);
export const prices: readonly Quantity[] = Object.values(price);

const a = Object.fromEntries(Object.entries(use).map(([key, [, value]]) => [key, value])) as Record<
  keyof typeof use,
  number
>;
const p = Object.fromEntries(
  Object.entries(price).map(([key, [, value]]) => [key, value]),
) as Record<keyof typeof price, number>;

const coresOfServer = 4;
/** The most of a chat stream (`npm run soak -- chat`); an event stream has no reply in memory. */
const kibOfStream = 57;
/** An API process has one thread for requests, and `eventStreams` in shared/configuration/limits.ts. */
const streamsOfApi = 5_000;
const perDay = { read: a.reads, preview: a.previews, reply: a.replies, purchase: a.purchases };
const operations = Object.keys(perDay) as (keyof Costs)[];

/** Three digits: more would promise a precision that no assumption has. */
export const round = (value: number) =>
  value.toLocaleString('en-US', { maximumSignificantDigits: 3 });

/** Cores that the operations of one user of a day take at the peak, without the reserve. */
function coresOfUser(costs: Costs, part: 'apiMs' | 'workerMs' | 'postgresMs'): number {
  const msPerDay = operations.reduce((sum, name) => sum + perDay[name] * costs[name][part], 0);
  return (a.peakHour * msPerDay) / hourMs;
}

export function estimate(
  [users, share]: (typeof cases)[number],
  costs: Costs,
  eventsOfPurchase: number,
): Record<string, number> {
  const daily = users * share;
  const cores = (part: Parameters<typeof coresOfUser>[1]) =>
    (daily * coresOfUser(costs, part)) / a.usable;
  const atPeak = (count: number) => (daily * count * a.peakHour) / 3_600;
  const streams = ((daily * a.streamMinutes) / 60) * a.peakHour;
  const apis = Math.max(2, Math.ceil(cores('apiMs')), Math.ceil(streams / streamsOfApi));
  const workerCores = Math.max(1, cores('workerMs'));
  const servers = Math.max(2, Math.ceil((apis + workerCores) / coresOfServer));
  const databaseCores = Math.max(2, Math.ceil(cores('postgresMs')));
  // A read stores no row: the growth during reads is of the background.
  const rowsOfDay = operations
    .filter((name) => name !== 'read')
    .reduce((sum, name) => sum + perDay[name] * costs[name].databaseBytes, 0);
  const databaseGB = (daily * 365 * rowsOfDay) / 1e9;
  const picturesGB =
    (daily * (30 * a.previews * a.originalMB + 365 * a.purchases * a.boughtMB)) / 1e3;
  // Primary and standby, each with its disk.
  const hosting =
    servers * p.server +
    2 * (databaseCores * p.databaseCore + databaseGB * p.diskGB) +
    p.redis +
    picturesGB * p.bucketGB +
    ((daily * 30 * a.egressMB) / 1e3) * p.egressGB;
  const usdOfDay = a.previews * a.previewUsd + a.purchases * a.purchaseUsd + a.replies * a.replyUsd;
  const providers = daily * 30 * usdOfDay * a.rupeesPerUsd;
  return {
    'requests/s at the peak': atPeak(a.reads + a.previews + a.purchases + a.replies),
    'previews/s': atPeak(a.previews),
    'ledger events/s': atPeak(a.purchases * eventsOfPurchase),
    'open event streams': streams,
    'MB of the APIs for them, at most': (streams * kibOfStream) / 1024,
    'API processes': apis,
    'cores of workers': workerCores,
    'machines for APIs and workers': servers,
    'cores of Postgres': databaseCores,
    'machines in all, with a standby and 2 for Redis': servers + 4,
    'GB of the database after a year': databaseGB,
    'GB of pictures after a year': picturesGB,
    '₹ a month, hosting': hosting,
    '₹ a month, hosting of a million users': (hosting / users) * 1e6,
    '₹ a month, AI providers': providers,
    'USD a day of free previews and replies':
      daily * (a.previews * a.previewUsd + a.replies * a.replyUsd),
  };
}

/** How much of each part that cannot be divided this many users need; figures of docs/figures.md. */
export function bounds(
  [users, share]: (typeof cases)[number],
  costs: Costs,
  eventsOfPurchase: number,
) {
  const daily = users * share;
  const events = daily * a.purchases * eventsOfPurchase;
  const buyersOfMonth = users * (1 - (1 - share * a.purchases) ** 30);
  const cores = daily * coresOfUser(costs, 'postgresMs');
  const seconds = (work: number, perSecond: number, within: number, each: string) =>
    [`${round(work / perSecond)} s a ${each}`, work / perSecond / within] as const;
  const day = 86_400;
  return [
    [
      'ledger, commits of many wallets',
      '13,658 events/s',
      `${round((events * a.peakHour) / 3_600)} events/s`,
      (events * a.peakHour) / 3_600 / 13_658,
    ],
    [
      '`verify` of a whole year, each day',
      '88,945 events/s',
      ...seconds(events * 365, 88_945, day, 'day'),
    ],
    ['daily sums', '33,994 events/s', ...seconds(events, 33_994, day, 'day')],
    ['provenance', '16,641 events/s', ...seconds(events, 16_641, day, 'day')],
    ['invoices', '285/s', ...seconds(buyersOfMonth, 285, 30 * day, 'month')],
    ['Postgres of 32 cores, half used', '16 cores', `${round(cores)} cores`, cores / 16],
  ] as const;
}
