import { useEffect } from 'react';
import { useReadNotices } from './use-read-notices.ts';

/**
 * Marks the notices of an engagement as read when its page opens (NOT-13). Later ones stay unread, because the person
 * may have left the screen.
 */
export function useReadOnOpen(engagementId: string): void {
  const { mutate } = useReadNotices(true);
  useEffect(() => mutate({ engagementId }), [mutate, engagementId]);
}
