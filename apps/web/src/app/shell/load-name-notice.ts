import { defer } from '../../ui/defer.ts';

/** The notice that asks an invited person for a name. Only few people see it, so the first load does not have it. */
export const nameNotice = defer(() => import('./name-notice.tsx'));
