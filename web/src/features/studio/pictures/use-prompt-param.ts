import { useEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { useSession } from '../../../app/session/session';
import { withChange } from '../../../browser/url';

/** The navigation's state when the user pressed a button that promises previews. A link cannot set it. */
export const pressed = { isPressed: true };

const isPressed = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isPressed' in state;

/**
 * Takes the subject from `?prompt=…` once `isReady`. `make` requests the previews after a press, and for a
 * signed-out visitor, who is asked to sign up first. A link only fills the form of a signed-in user.
 */
export function usePromptParam(
  isReady: boolean,
  { fill, make }: { fill: (subject: string) => void; make: (subject: string) => void },
): void {
  const [params, setParams] = useSearchParams();
  const { state, key } = useLocation();
  const { status } = useSession();
  const prompt = params.get('prompt');
  /** The key of the navigation whose prompt was taken. */
  const taken = useRef<string | null>(null);
  useEffect(() => {
    if (prompt === null || status === 'loading' || !isReady || taken.current === key) return;
    taken.current = key;
    // The prompt is removed from the URL, so that a reload does not repeat the request.
    setParams(withChange(params, { prompt: null }), { replace: true });
    if (status === 'signed-out' || isPressed(state)) make(prompt);
    else fill(prompt);
    // oxlint-disable-next-line react/exhaustive-deps
  }, [prompt, status, isReady]);
}
