import {
  ContentReport,
  ContentReports,
  ReportReceived,
  ReportsDismissed,
  type CreateReport,
  type DismissReports,
  type ReportActionRequest,
  type ReportNames,
  type ReportReason,
  type ReportState,
} from '@sachet/shared/contracts/report';
import { toUrl } from '../url';
import { useAdminRead } from './admin';
import { callWith } from './client';

export const sendReport = (body: CreateReport): Promise<ReportReceived> =>
  callWith('/api/report', ReportReceived, { method: 'POST', body });

/** Polled: reports arrive at any time, and each has a deadline. */
const reportsPollMs = 30_000;

export const useReports = (filter: {
  state: ReportState;
  reason: ReportReason | '';
  names: ReportNames | '';
  after: string;
}) =>
  useAdminRead(
    toUrl('/api/admin/reports', {
      state: filter.state,
      reason: filter.reason || undefined,
      names: filter.names || undefined,
      after: filter.after || undefined,
    }),
    ContentReports,
    { refreshInterval: reportsPollMs },
  );

export const actOnReport = (body: ReportActionRequest): Promise<ContentReport> =>
  callWith('/api/admin/reports', ContentReport, { method: 'POST', body });

export const dismissReports = (body: DismissReports): Promise<ReportsDismissed> =>
  callWith('/api/admin/reports/dismiss', ReportsDismissed, { method: 'POST', body });
