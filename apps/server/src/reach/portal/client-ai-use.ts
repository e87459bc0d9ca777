import { ApiError } from '@ecp/contract/declaring/errors';
import type { CreateReleaseBody, Release } from '@ecp/contract/reach/releases';
import { displayNameOf } from '@ecp/contract/values/authors';
import type { Language } from '@ecp/language/language';
import type { RequestContext } from '../../kernel/context.ts';
import type { PortalVisitor } from '../../kernel/principals.ts';
import { findVersions, selectDeliverablesById } from '../../work/documents/deliverable-rows.ts';
import { readAiUse } from '../exports/ai-use/facts.ts';
import { statementTexts } from '../exports/ai-use/statement-texts.ts';
import { printStatement, type StatementFacts } from '../exports/ai-use/write-statement.ts';
import { nameByTitle, type ReportOwner } from '../exports/report-content.ts';

/** The statement that a release gives its clients, as it is stored: what it tells never changes. */
export interface ClientAiUse
  extends Pick<StatementFacts, 'engagement' | 'documents' | 'models' | 'checks'> {
  language: Language;
}

/**
 * Reads what clients are told of the use of AI for versions: no ids, versions, calls, costs,
 * reasons, nor other clients' decisions, nor approvals of a version that needs more of them.
 * Errors: `not_found` for a version, those of readAiUse.
 */
export async function readClientAiUse(
  context: RequestContext,
  engagementId: string,
  wanted: CreateReleaseBody['documents'],
): Promise<ClientAiUse> {
  const { tenantId } = context;
  const versions = await context.transaction((tx) =>
    findVersions(tx, tenantId, engagementId, wanted),
  );
  if (versions.length < wanted.length) throw new ApiError('not_found');
  const ids = versions.map(({ id }) => id);
  const selected = selectDeliverablesById(tenantId, ids);
  const facts = await readAiUse(context, { engagementId, selected, countsAllConflicts: false });
  const { engagement, language, documents, models, checks } = facts;
  return {
    language,
    engagement: { name: engagement.name, client: engagement.client },
    documents: documents.map(({ title, version, parts, approved, reviews }) => ({
      title,
      parts,
      reviews: reviews
        .filter((review) => review.version === version && !review.isByClient)
        .filter(({ action }) => approved || action !== 'approve')
        .map(({ action, by, at }) => ({ action, by, at })),
    })),
    models: models.map(({ model, provider }) => ({ model, provider })),
    checks,
  };
}

interface GivenStatement {
  id: string;
  ai_use: ClientAiUse;
  attestation: string | null;
  author_kind: 'user' | 'api_key';
  author_name: string;
  created_at: Date;
  titles: Release['documents'][number]['title'][];
}

/**
 * Prints the statement of the newest release to a link that has one. Errors: `not_found`, those of
 * printStatement.
 */
export async function printAiUse(
  owner: ReportOwner,
  { tenantId, shownId }: PortalVisitor,
  signal: AbortSignal,
): Promise<{ filename: string; pdf: Buffer; releaseId: string }> {
  const [[given]] = await owner.services.database.batchTenant<[GivenStatement]>(tenantId, [
    {
      name: 'select_given_ai_use',
      text: `select r.id, r.ai_use, r.attestation, r.author_kind, r.author_name, r.created_at, array(
          select d.title from platform.release_documents d
          where d.tenant_id = r.tenant_id and d.release_id = r.id order by d.position
        ) as titles
        from platform.release_links l
        join platform.releases r on r.tenant_id = l.tenant_id and r.id = l.release_id
        where l.tenant_id = $1 and l.token_id = $2 and r.ai_use is not null
        order by r.created_at desc, r.id desc limit 1`,
      values: [tenantId, shownId],
    },
  ]);
  if (!given) throw new ApiError('not_found');
  const { language, ...stored } = given.ai_use;
  const at = given.created_at.toISOString();
  const by = displayNameOf({ kind: given.author_kind, name: given.author_name });
  const about = given.titles.map((title) => ({ title }));
  const attestations =
    given.attestation === null ? [] : [{ by, at, text: given.attestation, documents: about }];
  const facts = { ...stored, attestations, generatedAt: at };
  const pdf = await printStatement(owner, { facts, language }, signal);
  return {
    filename: `${nameByTitle(statementTexts[language].title)}.pdf`,
    pdf,
    releaseId: given.id,
  };
}
