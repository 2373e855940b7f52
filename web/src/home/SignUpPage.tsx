import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { openAuth } from '../app/dialogs';
import { paths } from '../paths';
import { useSession } from '../session/session';
import { HomePage } from './HomePage';

/** The home page with the sign-up dialog open; a signed-in user is sent to the home page. */
export function SignUpPage() {
  const { status } = useSession();
  const signedOut = status === 'signed-out';
  useEffect(() => {
    if (signedOut) openAuth('sign-up');
  }, [signedOut]);
  return status === 'signed-in' ? <Navigate to={paths.home} replace /> : <HomePage />;
}
