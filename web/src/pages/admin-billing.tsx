import { AdminOpensSoon } from '../components/admin/AdminOpensSoon';

export default function AdminBilling() {
  return <AdminOpensSoon page="billing" />;
}
