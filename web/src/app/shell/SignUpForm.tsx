import { useRef, type ComponentProps } from 'react';
import { openAuth, type AuthTab } from '../base/dialogs';
import { useEarlyPress } from '../../browser/early-press';
import { paths } from '../base/paths';

/**
 * A button that opens the sign-in dialog at this tab. Without the client's code, the browser opens the sign-up
 * on its own page.
 */
export function SignUpForm({ tab, ...props }: ComponentProps<'form'> & { tab: AuthTab }) {
  const form = useRef<HTMLFormElement>(null);
  useEarlyPress(form, () => openAuth(tab));
  return (
    <form
      ref={form}
      action={paths.signUp}
      // The line box of an inline button would be taller with another font.
      className="grid"
      onSubmit={(event) => {
        event.preventDefault();
        openAuth(tab);
      }}
      {...props}
    />
  );
}
