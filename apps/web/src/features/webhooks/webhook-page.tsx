import { SkeletonRows } from '../../ui/skeleton.tsx';

/** Page skeleton. */
export function WebhookPage() {
  return <SkeletonRows />;
}
