import { useEffect, useEffectEvent } from 'react';
import { useProfile } from '../../../api/profile';
import { useOpenDialog } from '../../../app/base/dialogs';
import { dropPending, usePending } from './pending';
import type { PendingAction } from './pending-record';

type ActionOf<Kind extends PendingAction['kind']> = Extract<PendingAction, { kind: Kind }>;

/**
 * Runs an action that waited for a sign-in or a verification, as soon as there is a profile and no dialog is
 * open.
 */
export function usePendingAction<Kind extends PendingAction['kind']>(
  kind: Kind,
  {
    isMine,
    run,
  }: {
    /** Returns whether this component runs the action. */
    isMine: (action: ActionOf<Kind>) => boolean;
    run: (action: ActionOf<Kind>) => void;
  },
): void {
  const pending = usePending();
  const { data: profile } = useProfile();
  const isReady = useOpenDialog() === null && Boolean(profile);
  const onReady = useEffectEvent(run);
  const isOfKind = (action: PendingAction | null): action is ActionOf<Kind> =>
    action?.kind === kind;
  const mine = isOfKind(pending) && isMine(pending) ? pending : null;

  useEffect(() => {
    if (!isReady || !mine) return;
    dropPending();
    onReady(mine);
  }, [isReady, mine]);
}
