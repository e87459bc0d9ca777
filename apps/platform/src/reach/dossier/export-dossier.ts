import { ApiError } from '@ecp/contract/declaring/errors';
import type { DossierPredicate } from '@ecp/dossier/envelope';
import { sealDossier } from '@ecp/dossier/seal-dossier';
import { verifyPage } from '@ecp/dossier/verify-page';
import type { DossierFile } from '@ecp/dossier/zip';
import { includesSourcesInDossier } from '../../identity/tenants/policies.ts';
import { maxAuditPart, selectAuditHead, selectAuditPart, toLinkedEntry } from '../../kernel/audit/audit-log.ts';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { encodeArray } from '../../kernel/encoded-json.ts';
import { listConflicts } from '../../work/deliverables/figures/conflicts.ts';
import { listQuestions, maxQuestions } from '../../work/questions/list-questions.ts';
import { readQueriesWhole } from '../../work/tables/reading/read-queries-whole.ts';
import { citedQueriesReader, toCitingDocument } from '../exports/list-cited-queries.ts';
import { openSigningKey, recordSigningKey } from './dossier-keys.ts';
import { type ApprovedDocument, readApprovedDocuments } from './read-approved-documents.ts';
import { readCalls } from './read-calls.ts';
import { readPages } from './read-pages.ts';
import { readSources } from './read-sources.ts';
import { sumModelUse, writeAiStatement } from './write-ai-statement.ts';

interface Dossier {
  filename: string;
  zip: Uint8Array;
}

/**
 * Seals the approved documents of an engagement with what they rest on: citations, sources and archived pages or their
 * hashes, the cited queries with their results, questions with their answers, conflicts with their settlements, calls to models, reviews, the audit log's
 * part and a statement of AI use, in one signed zip. Errors: `engagement_not_found`, `no_approved_deliverables`,
 * `document_too_large`, `engine_error`, those of renderPdf.
 */
export async function exportDossier(
  context: RequestContext,
  engagementId: string,
  { delivers, signal }: { delivers: boolean; signal: AbortSignal },
): Promise<Dossier> {
  const { services, tenantId } = context;
  const { database } = services;
  const { engagement, documents } = await readApprovedDocuments(context, engagementId, signal);
  const withFiles = await context.transaction((tx) => includesSourcesInDossier(tx, tenantId));
  const { cited } = await services.texts.run(tenantId, citedQueriesReader, {
    documents: documents.map(({ row, citations }) => toCitingDocument({ ...row, citations })),
  });
  const queryIds = cited.map(({ id }) => id);
  const [{ sources, files }, archive, queries, calls, { questions }, { conflicts }, [[head], entries]] =
    await Promise.all([
      readSources(context, engagementId, withFiles),
      readPages(context, engagementId, withFiles),
      readQueriesWhole(database, tenantId, engagementId, queryIds),
      readCalls(services.engine, tenantId, engagementId),
      listQuestions(context, engagementId),
      listConflicts(context, engagementId),
      database.batchTenant(tenantId, [selectAuditHead(tenantId), selectAuditPart(tenantId, engagementId)]),
    ]);
  // A part without some of its entries would be sealed as the whole.
  if (entries.length > maxAuditPart || questions.length === maxQuestions) throw new ApiError('document_too_large');
  const key = await openSigningKey(services.keys);
  await recordSigningKey(database, key);
  const zip = await sealDossier(
    [
      { path: 'verify.html', content: verifyPage },
      textFile('ai-use.md', writeAiStatement(documents, sumModelUse(calls))),
      ...documents.flatMap(toFiles),
      jsonFile('sources.json', sources),
      ...files,
      jsonFile('questions.json', questions),
      jsonFile('conflicts.json', conflicts),
      ...(archive.pages.length > 0 ? [jsonFile('pages.json', archive.pages)] : []),
      ...archive.files,
      ...[...queries].map(([id, { text }]) => textFile(`queries/${id}.json`, `${text}\n`)),
      textFile('model-calls.json', `${await encodeArray(calls)}\n`),
      jsonFile('audit.json', {
        head: head?.head ?? '',
        length: head?.entries ?? 0,
        entries: entries.map(toLinkedEntry),
      }),
    ],
    toPredicate(engagement, documents, { exportedAt: services.clock.now().toISOString(), withFiles }),
    key,
  );
  if (delivers) {
    await context.transaction((tx) =>
      recordAudit(tx, context, {
        action: 'engagement.export_dossier',
        resourceType: 'engagement',
        resourceId: engagementId,
        metadata: { deliverables: documents.length, keyId: key.id },
      }),
    );
  }
  return { filename: `${engagement.slug}-dossier.zip`, zip };
}

function toFiles({ row, pdf, citations, reviews }: ApprovedDocument): DossierFile[] {
  const name = row.filename.replace(/\.md$/, '');
  return [
    textFile(pathOf(row.filename), row.content),
    { path: `documents/${name}.pdf`, content: pdf },
    jsonFile(`citations/${name}.json`, { filename: row.filename, version: row.version, citations }),
    jsonFile(`reviews/${name}.json`, { filename: row.filename, version: row.version, reviews }),
  ];
}

const pathOf = (filename: string) => `documents/${filename}`;

function toPredicate(
  { id, name, client }: { id: string; name: string; client: string },
  documents: ApprovedDocument[],
  { exportedAt, withFiles }: { exportedAt: string; withFiles: boolean },
): DossierPredicate {
  return {
    engagement: { id, name, client },
    exportedAt,
    documents: documents.map(({ row, approval }) => ({
      filename: row.filename,
      version: row.version,
      path: pathOf(row.filename),
      approvedBy: approval.reviewedBy,
      approvedAt: approval.reviewedAt,
    })),
    sources: withFiles ? 'files' : 'hashes',
  };
}

function textFile(path: string, text: string): DossierFile {
  return { path, content: new TextEncoder().encode(text) };
}

function jsonFile(path: string, value: unknown): DossierFile {
  return textFile(path, `${JSON.stringify(value, null, 2)}\n`);
}
