import {
  ContentReport,
  ContentReports,
  ReportReceived,
  type CreateReport,
  type ReportActionRequest,
  type ReportReason,
  type ReportState,
} from '@sachet/shared/contracts/report';
import { toUrl } from '../url';
import { useAdminRead } from './admin';
import { callWith } from './client';

export const sendReport = (body: CreateReport): Promise<ReportReceived> =>
  callWith('/api/report', ReportReceived, { method: 'POST', body });

/** New ones come at any moment, and a clock runs with each. */
const reportsPollMs = 30_000;

export const useReports = (filter: {
  state: ReportState;
  reason: ReportReason | '';
  after: string;
}) =>
  useAdminRead(
    toUrl('/api/admin/reports', {
      state: filter.state,
      reason: filter.reason || undefined,
      after: filter.after || undefined,
    }),
    ContentReports,
    { refreshInterval: reportsPollMs },
  );

export const actOnReport = (body: ReportActionRequest): Promise<ContentReport> =>
  callWith('/api/admin/reports', ContentReport, { method: 'POST', body });
