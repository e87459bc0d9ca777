import type { Statement } from '@ecp/database/statement';
import { type Timeline, timelineColumn } from '../../kernel/sql.ts';
import { deliverableVersionsOf } from '../deliverables/deliverable-rows.ts';
import { ownerVersion } from '../engagements/engagement-rows.ts';
import { ofEngagement, waitingCommentsIn, waitingQuestionsIn } from '../queue/waiting-rows.ts';
import { runVersionsOf } from '../runs/records/run-rows.ts';

/**
 * The state of everything that the detail of an engagement shows. `xmin` is the transaction that wrote a row's current
 * version; Postgres never gives it to another version of the row.
 */
export interface DetailVersion extends Timeline {
  engagement: string;
  owner: string | null;
  /** The versions of the runs and of the deliverables; null without any. */
  runs: string | null;
  deliverables: string | null;
  /** Questions and comments that wait. Their rows go, so the body shows these counts and none that are read later. */
  questions: number;
  comments: number;
}

/** Selects the version of an engagement's detail in the current tenant; no row if the tenant has no such engagement. */
export function selectDetailVersion(engagementId: string): Statement<DetailVersion> {
  return { name: 'select_detail_version', text, values: [engagementId] };
}

const countIn = (rowsIn: typeof waitingCommentsIn) =>
  `(select count(*) from (${rowsIn(ofEngagement('platform.current_tenant_id()', '$1'))}) w where not e.sample)`;

const text = `
  select e.xmin::text as engagement, ${ownerVersion} as owner, ${runVersionsOf('$1')} as runs,
    ${deliverableVersionsOf('$1')} as deliverables,
    ${countIn(waitingQuestionsIn)} as questions, ${countIn(waitingCommentsIn)} as comments,
    ${timelineColumn}
  from platform.engagements e where e.tenant_id = platform.current_tenant_id() and e.id = $1`;
