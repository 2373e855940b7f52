import { Trans } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../paths';

/** In a tab of their own: what has been typed in the dialog stays. */
export function TermsLine() {
  const link = (to: string) => (
    <Link to={to} target="_blank" rel="noopener" className="underline underline-offset-2" />
  );
  return (
    <p className="text-note text-ink-soft">
      <Trans
        i18nKey="auth.terms"
        components={{ terms: link(paths.terms), privacy: link(paths.privacy) }}
      />
    </p>
  );
}
