import { defer } from '../../ui/defer.ts';

const fetchNotice = () => import('./name-notice.tsx');

/** The notice that asks an invited person for a name. Only few people see it, so the first load does not have it. */
export const nameNotice = defer(fetchNotice);

/** Loads the notice before the page is drawn that it stands above. */
export async function loadNameNotice(): Promise<void> {
  nameNotice.load();
  // Without a connection the page is drawn all the same, and the notice comes with the next attempt.
  await fetchNotice().catch(() => undefined);
}
