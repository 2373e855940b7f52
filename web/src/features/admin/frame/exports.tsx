import type { ExportRequest } from '@sachet/shared/finance/contracts/admin-exports';
import { FileDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { api } from '../../../api/client';
import { revalidate } from '../../../api/keys';
import { paths } from '../../../app/base/paths';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/Notice';
import { useAdminAction } from './confirm';

/** Requests a file from the worker, then shows it on the exports page. */
export function useExport() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return useAdminAction(async (body: ExportRequest) => {
    await api('POST /api/admin/exports', { body });
    if (pathname === paths.adminExports) void revalidate('/api/admin/exports');
    else void navigate(paths.adminExports);
  }, t('adminExports.requestFailed'));
}

/** Requests a file. If that fails, the reason is beside the button. */
export function ExportButton({
  request,
  children,
}: {
  request: ExportRequest;
  children: ReactNode;
}) {
  const { busy, error, run } = useExport();
  return (
    <>
      <Button size="compact" look="outline" busy={busy} onClick={() => void run(request)}>
        <FileDown aria-hidden className="size-4" />
        {children}
      </Button>
      <Notice role="alert" tone="bad" compact>
        {error}
      </Notice>
    </>
  );
}
