/**
 * Metrics of our processes, for Prometheus (https://prometheus.io/docs/practices/naming).
 * `alerts.yml` and `dashboard.json` ask for these names.
 */
import { Counter, Gauge, Histogram } from 'prom-client';

const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const workBuckets = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 80, 160];

/** Event streams end when their reader disconnects, so they are counted but not timed. */
export const requestSeconds = new Histogram({
  name: 'sachet_http_request_duration_seconds',
  help: 'Requests by route, as declared, and status.',
  labelNames: ['method', 'route', 'status'],
  buckets: requestBuckets,
});

export const eventStreams = new Gauge({
  name: 'sachet_event_streams',
  help: 'Event streams that are open in this process.',
  labelNames: ['kind'],
});

export const jobSeconds = new Histogram({
  name: 'sachet_job_duration_seconds',
  help: 'Jobs of the queue that a worker ended, by kind and outcome (done, failed).',
  labelNames: ['kind', 'outcome'],
  buckets: workBuckets,
});

export const providerCallSeconds = new Histogram({
  name: 'sachet_provider_call_duration_seconds',
  help: 'Calls to a provider, by purpose and outcome (ok, or the category of the failure).',
  labelNames: ['provider', 'purpose', 'outcome'],
  buckets: workBuckets,
});

export const promptChecks = new Counter({
  name: 'sachet_prompt_checks_total',
  help: 'Prompts that were to be judged before a provider is asked: passed, refused, unchecked.',
  labelNames: ['result'],
});

const resourceLabels = ['resource', 'class'] as const;

export const resourceUsers = new Gauge({
  name: 'sachet_resource_users',
  help: 'Users of a bounded resource of this process, by class and state (using, waiting).',
  labelNames: [...resourceLabels, 'state'],
});

export const resourceRefusals = new Counter({
  name: 'sachet_resource_refusals_total',
  help: 'Applicants that a bounded resource refused because it was full.',
  labelNames: resourceLabels,
});

export const resourceEvictions = new Counter({
  name: 'sachet_resource_evictions_total',
  help: 'Users of a bounded resource that lost their place because they were too slow.',
  labelNames: resourceLabels,
});

export const providerCostUsd = new Counter({
  name: 'sachet_provider_cost_usd_total',
  help: 'Cost of provider calls by the catalog, in US dollars.',
  labelNames: ['provider', 'purpose'],
});

export const ledgerBatchCommands = new Histogram({
  name: 'sachet_ledger_batch_commands',
  help: 'Commands that shared a transaction of the ledger.',
  buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500],
});

export const ledgerWaitSeconds = new Histogram({
  name: 'sachet_ledger_wait_seconds',
  help: 'From asking the ledger for an event to its commit, or its refusal.',
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
});

export const ledgerConflicts = new Counter({
  name: 'sachet_ledger_conflicts_total',
  help: 'Transactions of the ledger that were tried again: another process wrote the same wallet.',
});

export const ledgerRefusals = new Counter({
  name: 'sachet_ledger_refusals_total',
  help: 'Commands that the ledger refused, by code.',
  labelNames: ['code'],
});

export const recoveredWork = new Counter({
  name: 'sachet_sweep_recovered_total',
  help: 'Work that a sweep found unfinished and took up again or ended, by kind.',
  labelNames: ['kind'],
});

export const holds = new Gauge({
  name: 'sachet_ledger_holds',
  help: 'Holds that are open, and of them those past their deadline.',
  labelNames: ['state'],
});

export const openFindings = new Gauge({
  name: 'sachet_auditor_findings',
  help: 'Unresolved audit findings.',
});

export const queueJobs = new Gauge({
  name: 'sachet_queue_jobs',
  help: 'Jobs of a lane that wait or are being worked on.',
  labelNames: ['lane', 'state'],
});

export const queueWaitSeconds = new Gauge({
  name: 'sachet_queue_front_wait_seconds',
  help: 'How long the next job of a lane has been waiting.',
  labelNames: ['lane'],
});

export const databaseConnections = new Gauge({
  name: 'sachet_database_connections',
  help: "Connections of this process's pool (total, idle), and who waits for one (waiting).",
  labelNames: ['state'],
});

export const dependencyUp = new Gauge({
  name: 'sachet_dependency_up',
  help: 'Whether the database and the queue answer this process and it can store pictures: 1 or 0.',
  labelNames: ['dependency'],
});

export const imagesFreeBytes = new Gauge({
  name: 'sachet_images_free_bytes',
  help: 'Free space where pictures are stored.',
});
