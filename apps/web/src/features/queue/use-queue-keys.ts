import { queueTexts } from '../../texts/en/waiting/queue.ts';
import { usePageShortcuts } from '../../ui/keys/page-shortcuts.ts';
import { stepThrough } from '../../ui/keys/step-through.ts';

const { keys } = queueTexts;
const itemOf = '[data-queue-item]';

const shortcuts = [
  { key: 'j', does: keys.next, act: () => stepThrough(itemOf, 1), among: itemOf },
  { key: 'k', does: keys.previous, act: () => stepThrough(itemOf, -1), among: itemOf },
];

/** Lets `j` and `k` move between the items of the queue (QUE-5). Enter opens the focused one, as any link. */
export const useQueueKeys = (): void => usePageShortcuts(shortcuts);
