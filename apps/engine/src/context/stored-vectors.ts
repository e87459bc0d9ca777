import { createHash } from 'node:crypto';
import type { Database } from '@ecp/database/database';

/** Rows that one statement reads or writes. */
const rowsPerStatement = 400;

/**
 * The engagement that owns vectors; they are erased with it. `model` distinguishes vectors of different models and
 * sizes.
 */
export interface VectorOwner {
  tenantId: string;
  engagementId: string;
  model: string;
}

/** Returns the key of a text's vector. */
export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Reads stored vectors by the hash of their text. */
export async function readVectors(
  database: Database,
  { tenantId, engagementId, model }: VectorOwner,
  hashes: string[],
): Promise<Map<string, Float32Array>> {
  const found = new Map<string, Float32Array>();
  for (let first = 0; first < hashes.length; first += rowsPerStatement) {
    const [rows] = await database.batchTenant<[{ text_hash: string; vector: Buffer }]>(tenantId, [
      {
        name: 'read_embeddings',
        text: `select text_hash, vector from engine.embeddings
          where tenant_id = $1 and engagement_id = $2 and model = $3 and text_hash = any($4)`,
        values: [tenantId, engagementId, model, hashes.slice(first, first + rowsPerStatement)],
      },
    ]);
    for (const { text_hash: hash, vector } of rows) found.set(hash, toVector(vector));
  }
  return found;
}

/** Stores vectors. Existing ones stay. Does nothing if the engagement was erased meanwhile. */
export async function storeVectors(
  database: Database,
  { tenantId, engagementId, model }: VectorOwner,
  vectors: Map<string, Float32Array>,
): Promise<void> {
  const entries = [...vectors];
  for (let first = 0; first < entries.length; first += rowsPerStatement) {
    const some = entries.slice(first, first + rowsPerStatement);
    const bytes = some.map(([, vector]) => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength));
    await database.batchTenant(tenantId, [
      {
        name: 'store_embeddings',
        text: `insert into engine.embeddings (tenant_id, engagement_id, model, text_hash, vector)
          select b.tenant_id, b.engagement_id, $3, v.hash, v.vector
          from engine.budgets b cross join unnest($4::text[], $5::bytea[]) as v (hash, vector)
          where b.tenant_id = $1 and b.engagement_id = $2
          on conflict do nothing`,
        values: [tenantId, engagementId, model, some.map(([hash]) => hash), bytes],
      },
    ]);
  }
}

/** Copies the bytes, because the driver's buffers may start at any offset. */
function toVector(bytes: Buffer): Float32Array {
  return new Float32Array(new Uint8Array(bytes).buffer);
}
