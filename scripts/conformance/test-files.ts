import { testsIn } from './statement.ts';

const platform = 'apps/platform/src';

// The test files that statements of several sections name.
export const access = testsIn(`${platform}/http/access.test.ts`);
export const answers = testsIn(`${platform}/http/answers.test.ts`);
export const apiKeys = testsIn(`${platform}/api-keys/api-keys.test.ts`);
export const attachments = testsIn(`${platform}/attachments/attachments.test.ts`);
export const auditLog = testsIn(`${platform}/audit-log/list-audit-log.test.ts`);
export const billing = testsIn(`${platform}/billing/billing.test.ts`);
export const checkOrder = testsIn(`${platform}/http/check-order.test.ts`);
export const citations = testsIn(`${platform}/deliverables/citations.test.ts`);
export const controlRun = testsIn(`${platform}/runs/control-run.test.ts`);
export const deleteAccount = testsIn(`${platform}/account/delete-account.test.ts`);
export const deliverables = testsIn(`${platform}/deliverables/deliverables.test.ts`);
export const deliveries = testsIn(`${platform}/webhooks/deliveries.test.ts`);
export const engagements = testsIn(`${platform}/engagements/engagements.test.ts`);
export const exportAccount = testsIn(`${platform}/account/export-account.test.ts`);
export const exportsPdf = testsIn(`${platform}/exports/exports.test.ts`);
export const fromUrl = testsIn(`${platform}/attachments/from-url.test.ts`);
export const manyPlatforms = testsIn('e2e/many-platforms.e2e.test.ts');
export const mainJob = testsIn('e2e/main-job.e2e.test.ts');
export const planLimits = testsIn('packages/contract/src/plan-limits.test.ts');
export const rateLimits = testsIn(`${platform}/http/rate-limits.test.ts`);
export const rateLimitTiers = testsIn(`${platform}/http/rate-limit-tiers.test.ts`);
export const readRunEnd = testsIn(`${platform}/runs/read-run-end.test.ts`);
export const resumeDeletion = testsIn(`${platform}/account/resume-deletion.test.ts`);
export const rerunRollback = testsIn(`${platform}/runs/rerun-rollback.test.ts`);
export const review = testsIn(`${platform}/deliverables/review-deliverable.test.ts`);
export const startRun = testsIn(`${platform}/runs/start-run.test.ts`);
export const streamRun = testsIn(`${platform}/runs/stream-run.test.ts`);
export const syncRun = testsIn(`${platform}/runs/sync-run.test.ts`);
export const team = testsIn(`${platform}/team/team.test.ts`);
export const templates = testsIn(`${platform}/templates/templates.test.ts`);
export const tenancy = testsIn(`${platform}/http/tenancy.test.ts`);
export const uploadLimits = testsIn(`${platform}/attachments/upload-limits.test.ts`);
export const webhooks = testsIn(`${platform}/webhooks/webhooks.test.ts`);

export const pausedOverKill = testsIn('e2e/paid-run.e2e.test.ts')('stays paused over kill -9');
