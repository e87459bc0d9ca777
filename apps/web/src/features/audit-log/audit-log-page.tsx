import { SkeletonRows } from '../../ui/skeleton.tsx';

/** Page skeleton. */
export function AuditLogPage() {
  return <SkeletonRows />;
}
