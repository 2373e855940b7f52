import type { ComponentProps } from 'react';
import { openAuth, type AuthTab } from '../app/dialogs';
import { paths } from '../paths';

/**
 * A button that opens the sign-in dialog at this tab, or the sign-up on its own page until the client's code
 * has loaded.
 */
export function SignUpForm({ tab, ...props }: ComponentProps<'form'> & { tab: AuthTab }) {
  return (
    <form
      action={paths.signUp}
      onSubmit={(event) => {
        event.preventDefault();
        openAuth(tab);
      }}
      {...props}
    />
  );
}
