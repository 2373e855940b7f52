import { useLocation, useNavigate, useSearchParams, type Location } from 'react-router-dom';
import { withChange } from '../url';

/**
 * Which of the results is over the whole window. It stands in the URL, as an entry of its own over that of
 * the results: the browser's Back closes it.
 */
export function useFullPicture(): {
  fullId: string | null;
  showFull: (generationId: string) => void;
  closeFull: () => void;
} {
  const navigate = useNavigate();
  const { state } = useLocation();
  const [params, setParams] = useSearchParams();
  const fullId = params.get('full');
  const set = (id: string | null, options: { replace: boolean; state: Location['state'] }) =>
    setParams(withChange(params, { full: id }), { preventScrollReset: true, ...options });
  return {
    fullId,
    showFull: (id) =>
      set(id, { replace: fullId !== null, state: { ...state, isOverResults: true } }),
    closeFull: () =>
      state?.isOverResults ? void navigate(-1) : set(null, { replace: true, state }),
  };
}
