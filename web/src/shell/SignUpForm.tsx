import type { ComponentProps } from 'react';
import { openAuth } from '../app/dialogs';
import { paths } from '../paths';

/** Its button opens the sign-up: in a dialog, or until the client's code has come on a page. */
export function SignUpForm(props: ComponentProps<'form'>) {
  return (
    <form
      action={paths.signUp}
      onSubmit={(event) => {
        event.preventDefault();
        openAuth('sign-up');
      }}
      {...props}
    />
  );
}
