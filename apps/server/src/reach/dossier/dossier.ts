import { ApiError } from '@ecp/contract/declaring/errors';
import type { FootnoteChoice } from '@ecp/contract/values/footnotes';
import type { Database } from '@ecp/database/database';
import type { DossierPredicate } from '@ecp/dossier/envelope';
import { type DossierKey, openDossierKey, sealDossier } from '@ecp/dossier/seal-dossier';
import { verifyPage } from '@ecp/dossier/verify-page';
import type { DossierFile } from '@ecp/dossier/zip';
import { includesSourcesInDossier } from '../../identity/tenants/policies.ts';
import {
  maxAuditPart,
  selectAuditHead,
  selectAuditPart,
  toLinkedEntry,
} from '../../kernel/audit/audit-log.ts';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { encodeArray } from '../../kernel/encoded-json.ts';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import { listVersions } from '../../material/answers/answers.ts';
import { listConflicts } from '../../material/evidence/conflicts.ts';
import { listEntries } from '../../material/notebook/notebook.ts';
import { readQueriesWhole } from '../../material/tables/recorded-queries.ts';
import { listQuestions, maxQuestions } from '../../work/conversations/questions/questions.ts';
import { toApprovals } from '../../work/documents/deliverable-rows.ts';
import { selectApprovedDeliverables } from '../../work/documents/reviewing/reviews.ts';
import { readCitedGrids } from '../../work/grids/grid-rows.ts';
import { writeStatementFiles } from '../ai-use/ai-use.ts';
import { readCalls } from '../exports/ai-use/model-use.ts';
import { citedQueriesReader, toCitingDocument } from '../exports/cited-queries.ts';
import {
  type ApprovedDocument,
  readAccess,
  readApprovedDocuments,
  readPages,
  readSources,
} from './dossier-material.ts';

interface DossierOptions {
  /** Whether the PDFs have footnotes. The approved texts stay as they were approved. */
  footnotes: FootnoteChoice | undefined;
  delivers: boolean;
  signal: AbortSignal;
}

interface Dossier {
  filename: string;
  zip: Uint8Array;
}

/**
 * Seals the approved documents in one signed zip with their evidence, questions, conflicts, calls
 * to models, reviews, audit part and a statement of AI use. Errors: `engagement_not_found`,
 * `no_approved_deliverables`, `document_too_large`, `engine_error`, those of renderPdf.
 */
export async function exportDossier(
  context: RequestContext,
  engagementId: string,
  { footnotes, delivers, signal }: DossierOptions,
): Promise<Dossier> {
  const { services, tenantId } = context;
  const { database } = services;
  const { engagement, documents } = await readApprovedDocuments(
    context,
    { engagementId, footnotes },
    signal,
  );
  const withFiles = await context.transaction((tx) => includesSourcesInDossier(tx, tenantId));
  const { cited } = await services.texts.run(tenantId, citedQueriesReader, {
    documents: documents.map(({ row, citations }) => toCitingDocument({ ...row, citations })),
  });
  const queryIds = cited.map(({ id }) => id);
  const contents = documents.map(({ row }) => row.content);
  const grids = await readCitedGrids(database, tenantId, engagementId, contents);
  const selected = selectApprovedDeliverables(tenantId, engagementId);
  const calling = readCalls(services.engine, tenantId, engagementId);
  const exportedAt = services.clock.now();
  const [
    { sources, files },
    archive,
    queries,
    calls,
    aiUse,
    access,
    { questions },
    { conflicts },
    notebook,
    answers,
    [[head], entries],
  ] = await Promise.all([
    readSources(context, engagementId, withFiles),
    readPages(context, engagementId, withFiles),
    readQueriesWhole(database, tenantId, engagementId, queryIds),
    calling,
    // The statement counts the calls that the dossier lists, also while a run makes more.
    calling.then((made) =>
      writeStatementFiles(context, { engagementId, selected, calls: made }, signal),
    ),
    readAccess(context, engagement, exportedAt),
    listQuestions(context, engagementId),
    listConflicts(context, engagementId),
    listEntries(database, { tenantId, engagementId }),
    listVersions(database, { tenantId, engagementId }).catch(noVersions),
    database.batchTenant(tenantId, [
      selectAuditHead(tenantId),
      selectAuditPart(tenantId, engagementId),
    ]),
  ]);
  // A part without some of its entries would be sealed as the whole.
  if (entries.length > maxAuditPart || questions.length === maxQuestions)
    throw new ApiError('document_too_large');
  const key = await openSigningKey(services.keys);
  await recordSigningKey(database, key);
  const zip = await sealDossier(
    [
      { path: 'verify.html', content: verifyPage },
      { path: 'ai-use.pdf', content: aiUse.pdf },
      jsonFile('ai-use.json', aiUse.statement),
      ...documents.flatMap(toFiles),
      jsonFile('sources.json', sources),
      ...files,
      jsonFile('access.json', access),
      jsonFile('questions.json', questions),
      jsonFile('conflicts.json', conflicts),
      jsonFile('notebook.json', notebook),
      ...(answers.length > 0 ? [jsonFile('answers.json', answers)] : []),
      ...(archive.pages.length > 0 ? [jsonFile('pages.json', archive.pages)] : []),
      ...archive.files,
      ...[...queries].map(([id, { text }]) => textFile(`queries/${id}.json`, `${text}\n`)),
      ...grids.map((grid) => jsonFile(`grids/${grid.id}.json`, grid)),
      textFile('model-calls.json', `${await encodeArray(calls)}\n`),
      jsonFile('audit.json', {
        head: head?.head ?? '',
        length: head?.entries ?? 0,
        entries: entries.map(toLinkedEntry),
      }),
    ],
    toPredicate(engagement, documents, { exportedAt: exportedAt.toISOString(), withFiles }),
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

/** An engagement without an analysis has no answer. */
function noVersions(error: unknown): [] {
  if (error instanceof ApiError && error.code === 'not_found') return [];
  throw error;
}

function toFiles({ row, pdf, citations, reviews }: ApprovedDocument): DossierFile[] {
  const name = row.filename.replace(/\.md$/, '');
  return [
    textFile(documentPath(row.filename), row.content),
    { path: `documents/${name}.pdf`, content: pdf },
    jsonFile(`citations/${name}.json`, { filename: row.filename, version: row.version, citations }),
    jsonFile(`reviews/${name}.json`, {
      filename: row.filename,
      version: row.version,
      reviews,
      approvals: toApprovals(row.approvals),
    }),
  ];
}

const documentPath = (filename: string) => `documents/${filename}`;

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
      path: documentPath(row.filename),
      approvedBy:
        row.approvals.length > 1
          ? row.approvals.map(({ name }) => name).join(', ')
          : approval.reviewedBy,
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

/** A public key as `/.well-known/dossier-keys.json` lists it: a JSON Web Key (RFC 8037). */
export interface PublishedKey {
  kid: string;
  kty: 'OKP';
  crv: 'Ed25519';
  x: string;
  use: 'sig';
}

/** The text that a secret signs for the seed of its key. Another text would give other keys. */
const seedText = 'Ed25519 seed 1';

/** Returns the key that signs dossiers: that of the secret which writes. */
function openSigningKey(keys: KeyRing): Promise<DossierKey> {
  return openDossierKey(keys.sign('dossier signatures', seedText));
}

/** Records that a key signs, so that it is published also after its secret has left SECRET_KEY. */
async function recordSigningKey(database: Database, { id, publicKey }: DossierKey): Promise<void> {
  await database.withSystem((tx) =>
    tx.query({
      name: 'record_dossier_key',
      text: 'insert into platform.dossier_keys (id, public_key) values ($1, $2) on conflict (id) do nothing',
      values: [id, publicKey.x],
    }),
  );
}

/** Lists the keys of the present secrets and those that have signed before. */
export async function listPublishedKeys(
  database: Database,
  keys: KeyRing,
): Promise<PublishedKey[]> {
  const present = await Promise.all(
    keys.signAll('dossier signatures', seedText).map(openDossierKey),
  );
  const { rows: recorded } = await database.withSystem((tx) =>
    tx.query<{ id: string; public_key: string }>({
      name: 'list_dossier_keys',
      text: 'select id, public_key from platform.dossier_keys order by first_used_at, id',
    }),
  );
  const all = new Map([
    ...present.map(({ id, publicKey }) => [id, publicKey.x] as const),
    ...recorded.map(({ id, public_key: x }) => [id, x] as const),
  ]);
  return [...all].map(([kid, x]) => ({ kid, kty: 'OKP', crv: 'Ed25519', x, use: 'sig' }));
}
