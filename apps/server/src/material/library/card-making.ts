import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import { detectLanguage } from '@ecp/language/detect-language';
import type { Language } from '@ecp/language/language';
import type { DurableInputs } from '../../kernel/durable-work/durable-work.ts';
import type { Services } from '../../kernel/services.ts';
import {
  listNoteAnswers,
  lockReviewedVersion,
  type ReviewedVersion,
} from '../evidence/reviewed-versions.ts';
import { type CardMaterial, extractCards, type NewCard, readSections } from './card-extraction.ts';
import {
  countMarks,
  findMarks,
  listClientNames,
  type NamesToFind,
  readNames,
} from './revealing-marks.ts';

/**
 * Makes proposed cards of an approved version and removes unchanged ones of other versions, or of
 * this one if it is no longer approved. A late order for a version changes nothing once a later one
 * is approved. Repeatable.
 */
export async function makeCards(
  services: Services,
  { tenantId, deliverableId }: DurableInputs['makeCards'],
): Promise<void> {
  await services.database.withTenant(tenantId, async (tx) => {
    const version = await lockReviewedVersion(tx, tenantId, deliverableId);
    if (!version) return;
    const isApproved = version.approval_status === 'approved';
    if (isApproved && (await isReplaced(tx, tenantId, version))) return;
    await removeUnread(tx, tenantId, { deliverableId, isApproved, of: version });
    if (!isApproved) return;
    const names = await readNames(tx, tenantId, version.engagement_id);
    const material = await gatherMaterial(tx, tenantId, version, names);
    const from = { tenantId, deliverableId, version, language: material.language, names };
    await storeCards(tx, from, extractCards(material));
  });
}

/** True if a later version of the file is approved. */
async function isReplaced(
  tx: Transaction,
  tenantId: string,
  version: ReviewedVersion,
): Promise<boolean> {
  const { rows } = await tx.query<{ replaced: boolean }>({
    name: 'is_version_replaced',
    text: `select exists (select from platform.deliverables
        where tenant_id = $1 and engagement_id = $2 and filename = $3 and version > $4 and approval_status = 'approved'
      ) as replaced`,
    values: [tenantId, version.engagement_id, version.filename, version.version],
  });
  return rows[0]?.replaced === true;
}

async function gatherMaterial(
  tx: Transaction,
  tenantId: string,
  version: ReviewedVersion,
  { own }: NamesToFind,
): Promise<CardMaterial> {
  const sections = readSections(version.content);
  const client = own && { ...own, name: own.client };
  return {
    title: sections.find(({ depth }) => depth === 1)?.heading ?? '',
    language: detectLanguage(version.content),
    sections,
    figures: version.figures ?? [],
    citations: version.citations ?? [],
    noteAnswers: await listNoteAnswers(tx, tenantId, version),
    clientWords: listClientNames({ own: client, otherClients: [] }),
  };
}

interface Origin {
  tenantId: string;
  deliverableId: string;
  version: ReviewedVersion;
  language: Language;
  names: NamesToFind;
}

/**
 * Stores proposed cards, except those that a person has touched and doubles of a figure in several
 * documents.
 */
async function storeCards(
  tx: Transaction,
  origin: Origin,
  cards: readonly NewCard[],
): Promise<void> {
  const { tenantId, deliverableId, version, language, names } = origin;
  const rows = cards.map(({ kind, key, title, body }) => {
    const marks = findMarks({ title, body }, names);
    return { id: createId(), kind, key, title, body, marks, ...countMarks(marks) };
  });
  const column = <Value>(read: (row: (typeof rows)[number]) => Value) => rows.map(read);
  await tx.query({
    name: 'insert_cards',
    text: `insert into platform.library_cards (tenant_id, engagement_id, deliverable_id, filename, version, language,
        id, kind, origin_key, title, body, marks, client_names, figures, quotes)
      select $1, $2, $3, $4, $5, $6, card.*
      from unnest($7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::json[], $13::integer[],
        $14::integer[], $15::integer[]) card
      on conflict do nothing`,
    values: [
      tenantId,
      version.engagement_id,
      deliverableId,
      version.filename,
      version.version,
      language,
      column(({ id }) => id),
      column(({ kind }) => kind),
      column(({ key }) => key),
      column(({ title }) => title),
      column(({ body }) => body),
      column(({ marks }) => JSON.stringify(marks)),
      column(({ clientNames }) => clientNames),
      column(({ figures }) => figures),
      column(({ quotes }) => quotes),
    ],
  });
}

/**
 * Removes proposed, unchanged cards of the file's other versions, and of this one unless it is
 * approved.
 */
async function removeUnread(
  tx: Transaction,
  tenantId: string,
  {
    deliverableId,
    isApproved,
    of,
  }: { deliverableId: string; isApproved: boolean; of: ReviewedVersion },
): Promise<void> {
  await tx.query({
    name: 'remove_unread_cards',
    text: `delete from platform.library_cards
      where tenant_id = $1 and engagement_id = $2 and filename = $3 and status = 'proposed' and revision = 0
        and case when $5 then deliverable_id <> $4 else deliverable_id = $4 end`,
    values: [tenantId, of.engagement_id, of.filename, deliverableId, isApproved],
  });
}
