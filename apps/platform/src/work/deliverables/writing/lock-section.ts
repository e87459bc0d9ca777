import { ApiError } from '@ecp/contract/declaring/errors';
import type { SectionLockBody, SectionOfVersion } from '@ecp/contract/work/deliverables';
import type { Transaction } from '@ecp/database/database';
import { recordAudit } from '../../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../../kernel/context.ts';
import { lockEngagement } from '../../engagements/engagement-rows.ts';
import { findLatestDeliverable, isInternal, type StoredSection } from '../deliverable-rows.ts';
import { readDetail } from '../get-deliverable.ts';
import { readSections } from './section-authors.ts';

/**
 * Locks a section of the latest version, so that reruns keep its bytes, or unlocks it (WRI-9). Errors: `not_found`, also
 * for internal files; `section_changed` when the latest version has another heading at this place.
 */
export async function lockSection(
  context: RequestContext,
  input: SectionLockBody & { engagementId: string; filename: string },
): Promise<{ sections: SectionOfVersion[] }> {
  const { tenantId } = context;
  const { engagementId, filename, section, heading, locked } = input;
  return context.commit(async (tx) => {
    await lockEngagement(tx, tenantId, engagementId);
    const latest = await findLatestDeliverable(tx, tenantId, engagementId, filename);
    if (!latest || isInternal(filename)) throw new ApiError('not_found');
    const stored = readSections(latest);
    const chosen = stored[section];
    if (!chosen || chosen.heading !== heading) throw new ApiError('section_changed');
    if (chosen.locked === locked) return { sections: (await readDetail(tx, tenantId, latest)).sections };
    const sections = stored.map((one, index) => (index === section ? { ...one, locked } : one));
    await saveSections(tx, tenantId, latest.id, sections);
    await recordAudit(tx, context, {
      action: locked ? 'section.lock' : 'section.unlock',
      resourceType: 'deliverable',
      resourceId: latest.id,
      metadata: { engagementId, filename, version: latest.version, section, heading },
    });
    return { sections: (await readDetail(tx, tenantId, { ...latest, sections })).sections };
  });
}

async function saveSections(tx: Transaction, tenantId: string, id: string, sections: StoredSection[]): Promise<void> {
  await tx.query({
    name: 'set_sections',
    text: 'update platform.deliverables set sections = $3 where tenant_id = $1 and id = $2',
    values: [tenantId, id, JSON.stringify(sections)],
  });
}
