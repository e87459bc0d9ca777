import { createHash } from 'node:crypto';
import { prisma } from '../../../../database.js';

/**
 * Reads an engagement with its runs and deliverables as Next.js with Prisma does by their manuals: a route handler that
 * finds the key, and one query with both relations. It has no limits, no row-level security and no ETag.
 */
export async function GET(request, { params }) {
  const key = (request.headers.get('authorization') ?? '').slice('Bearer '.length);
  const keyHash = createHash('sha256').update(key).digest();
  const found = await prisma.apiKey.findFirst({ where: { keyHash, revokedAt: null } });
  if (!found) return Response.json({ error: 'Invalid API key' }, { status: 401 });
  const { id } = await params;
  const engagement = await prisma.engagement.findFirst({
    where: { id, tenantId: found.tenantId },
    include: { runs: { orderBy: { startedAt: 'desc' } }, deliverables: { orderBy: { createdAt: 'desc' } } },
  });
  if (!engagement) return Response.json({ error: 'Not found' }, { status: 404 });
  return Response.json({ ...engagement, budget: Number(engagement.budget), runs: engagement.runs.map(toRun) });
}

/** Prisma reads the numbers as bigint, which JSON does not know. */
const toRun = ({ cost, inputTokens, outputTokens, ...run }) => ({
  ...run,
  cost: Number(cost),
  inputTokens: Number(inputTokens),
  outputTokens: Number(outputTokens),
});
