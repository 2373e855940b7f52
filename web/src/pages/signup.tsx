import { useEffect } from 'react';
import { Navigate } from 'react-router';
import { useSession } from '../auth/session';
import { openAuth } from '../components/dialogs';
import { paths } from '../paths';
import Home from './home';

/** The main screen with the sign-up dialog open; whoever is signed in belongs on the main screen. */
export default function SignUp() {
  const { status } = useSession();
  const signedOut = status === 'signed-out';
  useEffect(() => {
    if (signedOut) openAuth('sign-up');
  }, [signedOut]);
  return status === 'signed-in' ? <Navigate to={paths.home} replace /> : <Home />;
}
