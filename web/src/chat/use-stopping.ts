import type { WalletSummary } from '@sachet/shared/contracts/wallet';
import { useWallet } from '../api/hooks';
import type { Chat } from './use-chat';

/**
 * What stopping now takes: one of the free cancels of the day, while a reply of a paid block has no
 * words yet. null where it takes none.
 */
export function useStopping({
  state: { reply },
  next,
  isRunning,
}: Chat): WalletSummary['freeCancels'] | null {
  const { data: wallet } = useWallet();
  const isSilent = isRunning && reply !== null && reply.text === '' && !reply.isStopping;
  return isSilent && next.block > 0 ? (wallet?.freeCancels ?? null) : null;
}
