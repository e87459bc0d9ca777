import type { AiUseStatement } from '@ecp/contract/reach/ai-use';
import type { Language } from '@ecp/language/language';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { selectLatestDeliverables } from '../../work/documents/deliverable-rows.ts';
import { type FactsOrder, readAiUse, toStatement } from '../exports/ai-use/facts.ts';
import { printStatement } from '../exports/ai-use/write-statement.ts';
import { ownerOf } from '../exports/report-content.ts';
import { listReleases } from '../portal/releases.ts';

/** The statement of AI use about versions of an engagement's documents. */
interface StatedUse {
  statement: AiUseStatement;
  slug: string;
  language: Language;
}

type StatementOrder = Omit<FactsOrder, 'countsAllConflicts'>;

/** Reads the statement about versions. Errors: those of readAiUse. */
async function readStatement(context: RequestContext, order: StatementOrder): Promise<StatedUse> {
  const facts = await readAiUse(context, { ...order, countsAllConflicts: true });
  const { releases } = await listReleases(context, order.engagementId);
  const statement = toStatement(facts, releases.toReversed(), context.services.clock.now());
  return { statement, slug: facts.engagement.slug, language: facts.language };
}

interface StatementFiles {
  statement: AiUseStatement;
  pdf: Buffer;
}

/**
 * Reads and prints the statement about versions. Errors: those of readAiUse and of printStatement.
 */
export async function writeStatementFiles(
  context: RequestContext,
  order: StatementOrder,
  signal: AbortSignal,
): Promise<StatementFiles> {
  const { statement, language } = await readStatement(context, order);
  return {
    statement,
    pdf: await printStatement(ownerOf(context), { facts: statement, language }, signal),
  };
}

interface ExportOptions {
  format: 'pdf' | 'json';
  /** False when only the headers are requested: then nothing reports the export. */
  delivers: boolean;
  signal: AbortSignal;
}

/** A statement as a file. */
type StatementFile = { filename: string } & ({ pdf: Buffer } | { statement: AiUseStatement });

/**
 * Exports the statement about the latest versions, with an audit entry. Errors: those of
 * writeStatementFiles.
 */
export async function exportAiUse(
  context: RequestContext,
  engagementId: string,
  { format, delivers, signal }: ExportOptions,
): Promise<StatementFile> {
  const selected = selectLatestDeliverables(context.tenantId, engagementId);
  const { statement, slug, language } = await readStatement(context, { engagementId, selected });
  const filename = `${slug}-ai-use.${format}`;
  const file =
    format === 'json'
      ? { filename, statement }
      : {
          filename,
          pdf: await printStatement(ownerOf(context), { facts: statement, language }, signal),
        };
  if (delivers) {
    await context.transaction((tx) =>
      recordAudit(tx, context, {
        action: 'engagement.export_ai_use',
        resourceType: 'engagement',
        resourceId: engagementId,
        metadata: { format, deliverables: statement.documents.length },
      }),
    );
  }
  return file;
}
