import { SkeletonRows } from '../../ui/skeleton.tsx';

/** Page skeleton. */
export function WebhooksPage() {
  return <SkeletonRows />;
}
