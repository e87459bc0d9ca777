import type { Level } from '@ecp/contract/declaring/endpoint';
import type { Policies, ReleaseRole, UpdatePoliciesBody } from '@ecp/contract/identity/policies';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import { type RequestContext, requireLevel } from '../../kernel/context.ts';

const signOffColumns = `approvals_needed as "approvalsNeeded", author_may_approve as "authorMayApprove",
  release_role as "releaseRole"`;

const columns = `require_second_factor as "requireSecondFactor", require_step_up as "requireStepUp",
  require_verified_citations as "requireVerifiedCitations", include_sources_in_dossier as "includeSourcesInDossier",
  require_attestation as "requireAttestation", ${signOffColumns}`;

export async function getPolicies({ tenantId, transaction }: RequestContext): Promise<Policies> {
  return transaction(async (tx) => {
    const statement: Statement<Policies> = {
      name: 'read_policies',
      text: `select ${columns} from platform.tenants where id = $1`,
      values: [tenantId],
    };
    const { rows } = await tx.query(statement);
    return readOne(rows);
  });
}

/** Changes the tenant's policies, which hold from the next request on. */
export async function updatePolicies(
  context: RequestContext,
  changes: UpdatePoliciesBody,
): Promise<Policies> {
  const { tenantId, transaction } = context;
  return transaction(async (tx) => {
    const statement: Statement<Policies> = {
      name: 'update_policies',
      text: `update platform.tenants set require_second_factor = coalesce($2, require_second_factor),
          require_step_up = coalesce($3, require_step_up),
          require_verified_citations = coalesce($4, require_verified_citations),
          include_sources_in_dossier = coalesce($5, include_sources_in_dossier),
          require_attestation = coalesce($6, require_attestation),
          approvals_needed = coalesce($7, approvals_needed),
          author_may_approve = coalesce($8, author_may_approve),
          release_role = coalesce($9, release_role)
        where id = $1 returning ${columns}`,
      values: [
        tenantId,
        changes.requireSecondFactor ?? null,
        changes.requireStepUp ?? null,
        changes.requireVerifiedCitations ?? null,
        changes.includeSourcesInDossier ?? null,
        changes.requireAttestation ?? null,
        changes.approvalsNeeded ?? null,
        changes.authorMayApprove ?? null,
        changes.releaseRole ?? null,
      ],
    };
    const { rows } = await tx.query(statement);
    await recordAudit(tx, context, {
      action: 'policies.update',
      resourceType: 'tenant',
      resourceId: tenantId,
      metadata: { ...changes },
    });
    return readOne(rows);
  });
}

function readOne<Row>(rows: Row[]): Row {
  const [policies] = rows;
  if (!policies) throw new Error('The tenant of the caller is gone');
  return policies;
}

/** Tells whether approval requires that all citations are verified or computed. */
export async function requiresVerifiedCitations(
  tx: Transaction,
  tenantId: string,
): Promise<boolean> {
  const { rows } = await tx.query<{ required: boolean }>({
    name: 'requires_verified_citations',
    text: 'select require_verified_citations as required from platform.tenants where id = $1',
    values: [tenantId],
  });
  return rows[0]?.required ?? false;
}

/** Tells whether a dossier holds the sources themselves, besides their hashes. */
export async function includesSourcesInDossier(
  tx: Transaction,
  tenantId: string,
): Promise<boolean> {
  const { rows } = await tx.query<{ included: boolean }>({
    name: 'includes_sources_in_dossier',
    text: 'select include_sources_in_dossier as included from platform.tenants where id = $1',
    values: [tenantId],
  });
  return rows[0]?.included ?? false;
}

/** Tells whether a release requires an attestation. */
export async function requiresAttestation(tx: Transaction, tenantId: string): Promise<boolean> {
  const { rows } = await tx.query<{ required: boolean }>({
    name: 'requires_attestation',
    text: 'select require_attestation as required from platform.tenants where id = $1',
    values: [tenantId],
  });
  return rows[0]?.required ?? false;
}

/** The policies that decide about approvals and releases. */
export type SignOffPolicies = Pick<
  Policies,
  'approvalsNeeded' | 'authorMayApprove' | 'releaseRole'
>;

/** Selects what a tenant asks of approvals and releases. */
export function selectSignOffPolicies(tenantId: string): Statement<SignOffPolicies> {
  return {
    name: 'select_sign_off_policies',
    text: `select ${signOffColumns} from platform.tenants where id = $1`,
    values: [tenantId],
  };
}

const levels = { member: 'write', admin: 'admin', owner: 'owner' } as const satisfies Record<
  ReleaseRole,
  Level
>;

/**
 * Throws unless the caller's role may release documents; a key counts as its maker. Errors:
 * `admin_access_required`, `owner_access_required`, `write_access_required`.
 */
export async function requireReleaseRole(
  tx: Transaction,
  { tenantId, principal }: Pick<RequestContext, 'tenantId' | 'principal'>,
): Promise<void> {
  const { rows } = await tx.query(selectSignOffPolicies(tenantId));
  const { releaseRole } = readOne(rows);
  requireLevel(
    levels[releaseRole],
    principal.kind === 'session' ? principal.role : principal.makerRole,
  );
}
