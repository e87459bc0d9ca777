import { ApiError } from '@ecp/contract/declaring/errors';
import { countAll } from '@ecp/contract/values/citation-counts';
import type { Citation, DeliverableCitations } from '@ecp/contract/values/citations';
import type { RequestContext } from '../../../kernel/context.ts';
import { addPages, selectCitedPages, titlesOf } from '../../research/citing/select-cited-pages.ts';
import { type CitationCountColumns, citationCountColumns, toCitationCounts } from './citation-counts.ts';

interface Row extends CitationCountColumns {
  filename: string;
  version: number;
  citations: Citation[] | null;
  check_waits: boolean;
  waits_for_judge: boolean;
}

/**
 * Lists the citations of one version of a deliverable, or of the latest without `version`, with the findings of their
 * check and the archived pages that they cite. `summary` is null when they were never checked. Error: `not_found`.
 */
export async function listCitations(
  { services, tenantId }: RequestContext,
  input: { engagementId: string; filename: string; version?: number | undefined },
): Promise<DeliverableCitations> {
  const [[row]] = await services.database.batchTenant<[Row]>(tenantId, [
    {
      name: 'list_citations',
      text: `select d.filename, d.version, d.check_waits, d.judgement_id is not null as waits_for_judge, ${citationCountColumns}, c.citations
        from platform.deliverables d
        left join platform.deliverable_citations c on c.tenant_id = d.tenant_id and c.deliverable_id = d.id
        where d.tenant_id = $1 and d.engagement_id = $2 and d.filename = $3 and ($4::integer is null or d.version = $4)
        order by d.version desc limit 1`,
      values: [tenantId, input.engagementId, input.filename, input.version ?? null],
    },
  ]);
  if (!row) throw new ApiError('not_found');
  const { filename, version, citations, check_waits: waitsForFiles, waits_for_judge: waitsForJudge } = row;
  const summary = toCitationCounts(row);
  const kept = citations ?? [];
  const cited = selectCitedPages(tenantId, input.engagementId, titlesOf(kept));
  const [pages] = await services.database.batchTenant(tenantId, [cited]);
  const found = summary ? countAll(summary) : 0;
  const complete = kept.length === found && !waitsForFiles && !waitsForJudge;
  return { filename, version, summary, complete, waitsForFiles, waitsForJudge, citations: addPages(kept, pages) };
}
