import type { ReadNoticesBody } from '@ecp/contract/reach/notices';
import { useEffect } from 'react';
import { useReadNotices } from './use-read-notices.ts';

/** The notices that a page tells as much about as the notice itself: all that match each given field. */
type Told = Pick<ReadNoticesBody, 'filename' | 'kinds'> & { engagementId: string };

/**
 * Marks the notices of an engagement, of a document or of some kinds as read when their page opens (NOT-13). Later ones
 * stay unread, because the person may have left the screen.
 */
export function useReadOnOpen(told: Told): void {
  const { mutate } = useReadNotices(true);
  const which = JSON.stringify(told);
  useEffect(() => mutate(JSON.parse(which) as Told), [mutate, which]);
}
