/** The forms that the sign-in dialog does not begin with, in one file that loads after it (`auth-steps`). */
export { EmailLogin } from './EmailLogin';
export { EmailSignUp } from './EmailSignUp';
export { ForgotPassword } from './ForgotPassword';
export { ProfileStep } from './ProfileStep';
