import type { Statement } from '@ecp/database/statement';
import { eventStatement, type RunRef } from './events.ts';

export interface UnreadImages {
  total: number;
  unread: number;
  /** `blind`: the model has no vision. `limit`: most images of a run. */
  reason: 'blind' | 'limit';
}

/** Returns the statement that logs unread images, once a run for each reason. */
export function unreadImagesEvent(run: RunRef, { total, unread, reason }: UnreadImages): Statement {
  const count = unread === total ? `${total}` : `${unread} of ${total}`;
  const why = reason === 'blind' ? 'the model does not read images' : 'a run reads no more';
  return eventStatement(run, `images_not_read/${reason}`, {
    type: 'log',
    level: 'warning',
    code: 'images_not_read',
    agent: null,
    taskId: null,
    message: `${count} attached ${total === 1 ? 'image was' : 'images were'} not read: ${why}.`,
  });
}
