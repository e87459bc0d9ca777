import type { Statement } from '@ecp/database/statement';
import { eventStatement, type RunRef } from '../events/emit-event.ts';

/** The images of a run that no model has read. */
export interface UnreadImages {
  /** How many images the sources have, with those that were left out. */
  total: number;
  unread: number;
  /** `blind`: the model does not see. `limit`: a run takes only so many. */
  reason: 'blind' | 'limit';
}

/** Returns the statement that logs, once a run for each reason, that images were not read. */
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
