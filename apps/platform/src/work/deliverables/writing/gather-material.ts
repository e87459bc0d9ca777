import type { Transaction } from '@ecp/database/database';
import type { EvidenceMaterial } from '@ecp/evidence/material';
import { detectLanguage } from '@ecp/language/detect-language';
import type { Services } from '../../../kernel/services.ts';
import { listContextSources } from '../../attachments/reading/list-context-sources.ts';
import { listOfferedCards } from '../../cards/using/list-offered-cards.ts';
import { selectEngagement } from '../../engagements/engagement-rows.ts';
import { listRunQuestions } from '../../questions/list-run-questions.ts';
import { readPageSources, selectPageSources } from '../../research/reading/list-page-sources.ts';
import { listRunQueries } from '../../tables/reading/list-run-queries.ts';
import { listRunTables } from '../../tables/reading/list-run-tables.ts';
import { listPreviousVersions } from '../list-previous-versions.ts';
import { listNoteAnswers } from '../reviewing/read-reviewed-version.ts';

interface Written {
  engagementId: string;
  filename: string;
  taskId: string | null;
  version: number;
}

/**
 * Gathers what a document may cite: what a run of its task would be given now, and the notes that earlier versions
 * answered. Returns null when the engagement is deleted. Throws StorageUnavailableError.
 */
export async function gatherMaterial(
  tx: Transaction,
  { storage }: Pick<Services, 'storage'>,
  tenantId: string,
  { engagementId, filename, taskId, version }: Written,
): Promise<EvidenceMaterial | null> {
  const { rows } = await tx.query(selectEngagement(tenantId, engagementId));
  const [engagement] = rows;
  if (!engagement) return null;
  const { name, client, brief, tasks } = engagement;
  const task = tasks.find(({ id }) => id === taskId);
  const previous = await listPreviousVersions(tx, tenantId, engagementId);
  const questions = await listRunQuestions(tx, tenantId, { engagementId, runId: null });
  const answered = await listNoteAnswers(tx, tenantId, { engagement_id: engagementId, filename, version });
  const tables = await listRunTables(tx, tenantId, engagementId);
  const { rows: pages } = await tx.query(selectPageSources(tenantId, engagementId));
  const assumptions = questions.filter(({ answer }) => answer === null).map(({ assumption }) => assumption);
  return {
    ...{ brief, language: detectLanguage(brief) },
    assignment: [name, client, task?.name ?? '', String(task?.['description'] ?? ''), ...assumptions],
    sources: [
      ...(await listContextSources(tx, tenantId, engagement)),
      ...(await listOfferedCards(tx, tenantId, engagement)),
      ...(await readPageSources(storage, pages)),
      ...questions.flatMap(({ id, answer }) =>
        answer === null
          ? []
          : [{ title: `Answer ${id}`, location: `${answer.by}, ${answer.at.slice(0, 10)}`, text: answer.text }],
      ),
    ],
    upstream: previous
      .filter((document) => task?.dependsOn?.includes(document.taskId))
      .map(({ taskId: id, citations, ...document }) => ({
        ...{ taskName: tasks.find((other) => other.id === id)?.name ?? id },
        ...{ filename: document.filename, content: document.content },
        ...(citations && { citations }),
      })),
    consultations: [],
    reviewNotes: [
      ...answered.map(({ note }) => note),
      ...previous.filter((document) => document.filename === filename).flatMap(({ reviewNotes }) => reviewNotes),
    ],
    queries: await listRunQueries(tx, tenantId, engagementId),
    // A table of which only the first rows are known would hide the others, which stand in the text of its source.
    tables: tables
      .filter(({ sample, rowCount }) => sample.length >= rowCount)
      .map(({ filename: file, sheet, columns, sample }) => ({ filename: file, sheet, columns, rows: sample })),
  };
}
