import { AdminOpensSoon } from '../components/admin/AdminOpensSoon';

export default function AdminModels() {
  return <AdminOpensSoon page="models" />;
}
