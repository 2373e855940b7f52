import { useLocation, useNavigate } from 'react-router-dom';

/**
 * Changes the parameters of the URL as they are at that moment, unless these ideas are on show no
 * more: answers come in any order, and perhaps when their reader has gone on.
 */
export function useUrlChange(ideasId: string): (change: (params: URLSearchParams) => void) => void {
  const navigate = useNavigate();
  const { state } = useLocation();
  return (change) => {
    const params = new URLSearchParams(window.location.search);
    if (!shownIdeas(params).includes(ideasId)) return;
    change(params);
    void navigate(`?${params}`, { replace: true, preventScrollReset: true, state });
  };
}

export function shownIdeas(params: URLSearchParams): string[] {
  return params.get('results')?.split(',').filter(Boolean) ?? [];
}
