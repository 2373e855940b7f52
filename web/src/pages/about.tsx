import { PolicyPage } from '../components/PolicyPage';

export default function About() {
  return <PolicyPage name="about" />;
}
