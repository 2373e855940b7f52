import { AdminOpensSoon } from '../components/admin/AdminOpensSoon';

export default function AdminUsers() {
  return <AdminOpensSoon page="users" />;
}
