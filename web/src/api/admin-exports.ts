import {
  ExportFile,
  ExportsResponse,
  type ExportRequest,
} from '@sachet/shared/contracts/admin-exports';
import { toUrl } from '../url';
import { useAdminRead } from './admin';
import { call, callWith } from './client';

const pollMs = 1_500;

/** Polls while a file is being made. */
export const useExports = () =>
  useAdminRead('/api/admin/exports', ExportsResponse, {
    refreshInterval: (latest) => (latest?.exports.some(isUnfinished) ? pollMs : 0),
  });

export const isUnfinished = ({ status }: ExportFile): boolean =>
  status === 'requested' || status === 'running';

export const requestExport = (body: ExportRequest): Promise<ExportFile> =>
  callWith('/api/admin/exports', ExportFile, { method: 'POST', body });

export const deleteExport = (id: string): Promise<unknown> =>
  call(toUrl('/api/admin/exports', { id }), 'NoContent', { method: 'DELETE' });
