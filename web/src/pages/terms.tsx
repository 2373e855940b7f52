import { PolicyPage } from '../components/PolicyPage';

export default function Terms() {
  return <PolicyPage name="terms" />;
}
