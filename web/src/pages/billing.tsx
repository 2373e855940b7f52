import { PolicyPage } from '../components/PolicyPage';

export default function Billing() {
  return <PolicyPage name="billing" />;
}
