import type { QueuesSessionResponse } from '@sachet/shared/admin/contracts/admin';
import { queueBoardPath } from './queue-board.ts';
import { queueSessionCookie, queueSessionMs, signQueueSession } from './queue-session.ts';
import { ok, route } from '../http/route.ts';

export const postAdminQueuesSession = route('POST /api/admin/queues/session', {
  async handle({ deps, caller, request, response }) {
    const expiresAtMs = Date.now() + queueSessionMs;
    const signer = deps.signers.queueSession;
    response.cookie(queueSessionCookie, signQueueSession(caller, { signer, expiresAtMs }), {
      httpOnly: true,
      sameSite: 'strict',
      secure: request.secure || deps.settings.NODE_ENV === 'production',
      path: queueBoardPath,
      maxAge: queueSessionMs,
    });
    const session: QueuesSessionResponse = {
      url: `${queueBoardPath}/`,
      expiresAt: new Date(expiresAtMs).toISOString(),
    };
    return ok(session);
  },
});
