// A stack with super admins, their actions on users, and the audit trail.
import { randomUUID } from 'node:crypto';
import type {
  AdminUser,
  AdminUserAction,
  AdminUserActionResponse,
  AdminUserDetail,
  AdminUsersResponse,
} from '@sachet/shared/admin/contracts/admin-users';
import type { AdminProposal } from '@sachet/shared/admin/contracts/admin-proposals';
import type { ApiError } from '@sachet/shared/contracts/error';
import type { StackOptions } from '../../dev/local/testing/stack.ts';
import type { Answer, Customer } from './client.ts';
import { openStack, shareStack, type OpenStack } from './stack.ts';
import { createSuperAdmin } from './super-admin.ts';

export interface AuditTrailRow {
  readonly actor: string;
  readonly action: string;
  readonly details: Record<string, unknown>;
}

/** Any action's fields, valid or not. */
export type AnyAction = { uid: string; action: AdminUserAction['action'] } & Record<
  string,
  unknown
>;

export interface AdministeredStack extends OpenStack {
  readonly admins: readonly [Customer, Customer, Customer];
  /** `key` is for `add-credits`: a new key by default, none for null. */
  act(
    action: AnyAction | Record<string, unknown>,
    by?: { admin?: Customer; key?: string | null },
  ): Promise<Answer<AdminUserActionResponse & ApiError>>;
  /** Throws unless the action succeeds. */
  done(
    action: AnyAction,
    by?: { admin?: Customer; key?: string },
  ): Promise<AdminUserActionResponse>;
  /** Moves a person into an organization, by the first two admins unless others are named. */
  move(
    person: { uid: string; role: 'user' | 'admin'; organizationId: string },
    by?: { proposer?: Customer; approver?: Customer },
  ): Promise<void>;
  detail(uid: string): Promise<AdminUserDetail>;
  users(query?: string): Promise<AdminUsersResponse>;
  /** Every page, one after another. */
  everyone(query?: string): Promise<AdminUser[]>;
  /** The audit rows about this user, oldest first. */
  trail(uid: string): Promise<AuditTrailRow[]>;
}

/** Without options, the super admins of a test on the shared stack. */
export async function openAdministeredStack(
  options?: Partial<StackOptions>,
): Promise<AdministeredStack> {
  const open = options ? await openStack({ withoutWorker: true, ...options }) : await shareStack();
  const admins = [
    await createSuperAdmin(open),
    await createSuperAdmin(open),
    await createSuperAdmin(open),
  ] as const;
  const read = async <Body>(path: string): Promise<Body> => {
    const { status, body } = await admins[0].send<Body>(path);
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const act: AdministeredStack['act'] = (json, { admin = admins[0], key = randomUUID() } = {}) =>
    admin.send('/api/admin/users', {
      json,
      headers: key === null ? {} : { 'idempotency-key': key },
    });
  const users = (query = '') => read<AdminUsersResponse>(`/api/admin/users?${query}`);
  return {
    ...open,
    admins,
    act,
    async done(action, by) {
      const { status, body } = await act(action, by);
      if (status !== 200) throw new Error(`${action.action}: ${status} ${JSON.stringify(body)}`);
      return body;
    },
    async move(person, { proposer = admins[0], approver = admins[1] } = {}) {
      const json = { ...person, action: 'set-role', reason: 'a move' };
      const { body } = await act(json, { admin: proposer });
      const { status } = await approver.send<AdminProposal>('/api/admin/proposals', {
        json: { proposalId: body.proposal?.proposalId, decision: 'approve' },
      });
      if (status !== 200) throw new Error(`set-role: ${JSON.stringify(body)}`);
    },
    detail: (uid) => read(`/api/admin/user-detail?uid=${uid}`),
    users,
    async everyone(query = '') {
      const found: AdminUser[] = [];
      for (let token = ''; ;) {
        const page = await users(`${query}${token}`);
        found.push(...page.users);
        if (page.nextPageToken === null) return found;
        token = `&pageToken=${page.nextPageToken}`;
      }
    },
    trail: (uid) =>
      open.books.query<AuditTrailRow>(
        'select actor, action, details from admin_audit where target_uid = $1 order by id',
        [uid],
      ),
  };
}
