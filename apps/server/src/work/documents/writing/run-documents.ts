import type { EngineEvent } from '@ecp/contract/engine/engine-events';
import type { Transaction } from '@ecp/database/database';
import { countWords } from '@ecp/markdown/count-words';
import type { Services } from '../../../kernel/services.ts';
import { readOr } from '../../../kernel/text-work.ts';
import { selectCitations } from '../../../material/evidence/citations.ts';
import {
  type AnsweringRow,
  findLatestDeliverable,
  isInternal,
  type StoredSection,
  selectDeliverable,
} from '../deliverable-rows.ts';
import { checkReader } from './check-text.ts';
import { checkWithWholeTexts } from './check-whole-texts.ts';
import { joinReader, toEarlier } from './joined-texts.ts';
import { selectJudgeAnswers } from './judge-answers.ts';
import { gatherMaterial } from './material.ts';
import { mayBeJudged } from './rechecks.ts';
import { type EarlierVersion, sectionsReader } from './sections.ts';

type Delivered = Pick<
  Extract<EngineEvent, { type: 'deliverable' }>,
  'taskId' | 'filename' | 'wordCount' | 'citations' | 'figures' | 'base'
> & { engagementId: string; content: string };

/** The next version that a delivered document becomes. */
interface JoinedDocument {
  /** A judge may still say something about what people wrote. */
  lacksJudge?: boolean;
  content: string;
  wordCount: number;
  /** Undefined for internal files. */
  citations: Delivered['citations'] | undefined;
  figures: Delivered['figures'] | undefined;
  sections: StoredSection[];
  /**
   * The sections of the document as the run made it, if that becomes a version of its own before;
   * null otherwise.
   */
  asMade: StoredSection[] | null;
}

/**
 * Takes over a run's document: locked sections stay unless a note is about them, and what people
 * wrote meanwhile is merged in. One that cannot be read in time stays as made. Under the
 * engagement's lock. Throws StorageUnavailableError.
 */
export async function joinDelivered(
  tx: Transaction,
  services: Services,
  tenantId: string,
  delivered: Delivered,
): Promise<JoinedDocument> {
  const { engagementId, filename, content, wordCount, citations, figures, base } = delivered;
  const given = { content, wordCount, citations, figures };
  if (isInternal(filename)) return { ...given, sections: [], asMade: null };
  const latest = await findLatestDeliverable(tx, tenantId, engagementId, filename);
  const made = { version: (latest?.version ?? 0) + 1, locked: false };
  const attribute = (text: string, earlier: readonly EarlierVersion[], written: typeof made) => {
    const read = { content: text, earlier: earlier.map(toEarlier), written };
    return readOr(services.texts, tenantId, [sectionsReader, read], () => [
      { heading: null, level: 0, ...written },
    ]);
  };
  const asMade = await attribute(content, latest ? [latest] : [], made);
  if (!latest) return { ...given, sections: asMade, asMade: null };
  const read = await findRead(tx, { tenantId, latest }, base?.version);
  const known = read ? { read, locked: base?.locked ?? null } : { read: latest, locked: null };
  const versions = {
    content,
    read: toEarlier(known.read),
    locked: known.locked,
    latest: toEarlier(latest),
  };
  const text = await readOr(services.texts, tenantId, [joinReader, versions], () => content);
  if (text === content) return { ...given, sections: asMade, asMade: null };
  const { rows } = await tx.query(selectCitations(tenantId, [latest.id]));
  const about = { engagementId, filename, taskId: delivered.taskId, version: latest.version };
  const material = await gatherMaterial(tx, services, tenantId, about);
  if (!material) throw new Error('The engagement is deleted although it is locked');
  const before = [...(citations ?? []), ...rows.flatMap((row) => row.citations)];
  const unchecked = () => ({ citations: citations ?? [], figures: figures ?? [], questions: [] });
  const { rows: answers } = await tx.query(selectJudgeAnswers(tenantId, engagementId));
  const toCheck = { content: text, material, before, answers };
  const { questions, ...checked } = await checkWithWholeTexts(
    services,
    { tenantId, engagementId },
    toCheck,
    (read) => readOr(services.texts, tenantId, [checkReader, read], unchecked),
    (read) => read(tx),
  );
  const lacksJudge = questions.length > 0 && (await mayBeJudged(tx, services, tenantId));
  const earlier = [latest, { content, version: made.version, sections: asMade }];
  const sections = await attribute(text, earlier, { version: made.version + 1, locked: false });
  return {
    content: text,
    wordCount: await countWords(text),
    ...checked,
    lacksJudge,
    sections,
    asMade,
  };
}

/**
 * Finds the version that the run was given: the latest if the engine does not tell. Returns null if
 * it is gone.
 */
async function findRead(
  tx: Transaction,
  { tenantId, latest }: { tenantId: string; latest: AnsweringRow },
  version: number | undefined,
): Promise<AnsweringRow | null> {
  if (version === undefined || version === latest.version) return latest;
  const { rows } = await tx.query(
    selectDeliverable(tenantId, latest.engagement_id, latest.filename, version),
  );
  return rows[0] ?? null;
}
