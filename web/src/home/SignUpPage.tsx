import { useEffect } from 'react';
import { openAuth } from '../app/dialogs';
import { chooseMethod } from '../auth/method';
import { Navigate, useSearchParams } from '../browser/router';
import { paths } from '../paths';
import { useSession } from '../session/session';
import { HomePage } from './HomePage';

/**
 * The main screen with the sign-up dialog open; whoever is signed in belongs on the main screen.
 * Invitations of before brought the address they were sent to: `/signup?email=…`.
 */
export function SignUpPage() {
  const { status } = useSession();
  const [params] = useSearchParams();
  const email = params.get('email');
  const signedOut = status === 'signed-out';
  useEffect(() => {
    if (!signedOut) return;
    if (email) chooseMethod('email');
    openAuth('sign-up', email);
  }, [signedOut, email]);
  return status === 'signed-in' ? <Navigate to={paths.home} replace /> : <HomePage />;
}
