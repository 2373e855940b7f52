import { PolicyPage } from '../components/PolicyPage';

export default function ContentPolicy() {
  return <PolicyPage name="content" />;
}
