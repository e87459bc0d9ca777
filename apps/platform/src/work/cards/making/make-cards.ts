import type { Transaction } from '@ecp/database/database';
import { detectLanguage } from '@ecp/language/detect-language';
import type { DurableInputs } from '../../../kernel/durable-work/durable-work.ts';
import type { Services } from '../../../kernel/services.ts';
import {
  listNoteAnswers,
  lockReviewedVersion,
  type ReviewedVersion,
} from '../../deliverables/reviewing/read-reviewed-version.ts';
import { listClientNames, type NamesToFind } from '../revealing/client-names.ts';
import { readNames } from '../revealing/read-names.ts';
import { extractCards } from './extract-cards.ts';
import type { CardMaterial } from './new-card.ts';
import { readSections } from './read-sections.ts';
import { removeUnread, storeCards } from './store-cards.ts';

/**
 * Makes the cards of an approved version; each is proposed until a person releases it (contract 11). The cards of other
 * versions of the file that no person has changed go. If the version is no longer approved, its own go too. A repeated
 * call changes nothing.
 */
export async function makeCards(
  services: Services,
  { tenantId, deliverableId }: DurableInputs['makeCards'],
): Promise<void> {
  await services.database.withTenant(tenantId, async (tx) => {
    const version = await lockReviewedVersion(tx, tenantId, deliverableId);
    if (!version) return;
    const isApproved = version.approval_status === 'approved';
    await removeUnread(tx, tenantId, { deliverableId, isApproved, of: version });
    if (!isApproved) return;
    const names = await readNames(tx, tenantId, version.engagement_id);
    const material = await gather(tx, tenantId, version, names);
    const from = { tenantId, deliverableId, version, language: material.language, names };
    await storeCards(tx, from, extractCards(material));
  });
}

async function gather(
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
