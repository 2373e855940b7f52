import { PolicyPage } from '../components/PolicyPage';

export default function Contact() {
  return <PolicyPage name="contact" />;
}
