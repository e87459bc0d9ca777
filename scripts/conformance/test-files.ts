import { testsIn } from './statement.ts';

const platform = 'apps/platform/src';

// The test files that statements of several sections name.
export const access = testsIn(`${platform}/kernel/http/access.test.ts`);
export const answers = testsIn(`${platform}/kernel/http/answers.test.ts`);
export const apiKeys = testsIn(`${platform}/identity/api-keys/api-keys.test.ts`);
export const attachments = testsIn(`${platform}/work/attachments/attachments.test.ts`);
export const auditLog = testsIn(`${platform}/kernel/audit/list-audit-log.test.ts`);
export const billing = testsIn(`${platform}/identity/billing/billing.test.ts`);
export const checkOrder = testsIn(`${platform}/kernel/http/check-order.test.ts`);
export const citations = testsIn(`${platform}/work/deliverables/citations.test.ts`);
export const controlRun = testsIn(`${platform}/work/runs/controlling/control-run.test.ts`);
export const deleteAccount = testsIn(`${platform}/account/delete-account.test.ts`);
export const deliverables = testsIn(`${platform}/work/deliverables/deliverables.test.ts`);
export const deliveries = testsIn(`${platform}/reach/webhooks/deliveries.test.ts`);
export const engagements = testsIn(`${platform}/work/engagements/engagements.test.ts`);
export const exportAccount = testsIn(`${platform}/account/export-account.test.ts`);
export const exportsPdf = testsIn(`${platform}/reach/exports/exports.test.ts`);
export const fromUrl = testsIn(`${platform}/work/attachments/from-url.test.ts`);
export const manyPlatforms = testsIn('e2e/many-platforms.e2e.test.ts');
export const mainJob = testsIn('e2e/main-job.e2e.test.ts');
export const planLimits = testsIn('packages/contract/src/plan-limits.test.ts');
export const rateLimits = testsIn(`${platform}/kernel/http/rate-limits.test.ts`);
export const rateLimitTiers = testsIn(`${platform}/kernel/http/rate-limit-tiers.test.ts`);
export const readRunEnd = testsIn(`${platform}/work/runs/read-run-end.test.ts`);
export const resumeDeletion = testsIn(`${platform}/account/resume-deletion.test.ts`);
export const rerunRollback = testsIn(`${platform}/work/runs/starting/rerun-rollback.test.ts`);
export const review = testsIn(`${platform}/work/deliverables/review-deliverable.test.ts`);
export const startRun = testsIn(`${platform}/work/runs/starting/start-run.test.ts`);
export const streamRun = testsIn(`${platform}/work/runs/reading/stream-run.test.ts`);
export const syncRun = testsIn(`${platform}/work/runs/following/sync-run.test.ts`);
export const team = testsIn(`${platform}/identity/team/team.test.ts`);
export const templates = testsIn(`${platform}/work/templates/templates.test.ts`);
export const tenancy = testsIn(`${platform}/kernel/http/tenancy.test.ts`);
export const uploadLimits = testsIn(`${platform}/work/attachments/upload-limits.test.ts`);
export const webhooks = testsIn(`${platform}/reach/webhooks/webhooks.test.ts`);

export const pausedOverKill = testsIn('e2e/paid-run.e2e.test.ts')('stays paused over kill -9');
