import type { ComponentProps } from 'react';
import { openAuth } from '../app/dialogs';
import { paths } from '../paths';

/**
 * A button that opens the sign-up: in a dialog, or on its own page until the client's code has
 * loaded.
 */
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
