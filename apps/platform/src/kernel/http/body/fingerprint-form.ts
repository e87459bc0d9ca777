import { createHash, type Hash } from 'node:crypto';
import { ApiError } from '@ecp/contract/declaring/errors';
import { billingPlanLimits } from '@ecp/contract/identity/billing-plan-limits';
import type { UploadedForm } from '../../uploaded-form.ts';

/** A larger file was never accepted under any plan, so it must be a different one. */
const maxFileBytes = Math.max(...Object.values(billingPlanLimits).map(({ fileSizeBytes }) => fileSizeBytes));

/**
 * Returns the same form, to be read as it arrives. Once it has been read, `learn` receives what distinguishes it from
 * other forms: name and SHA-256 of its file, and its fields. Boundaries and the order of parts do not count.
 */
export function fingerprintForm<Fields extends object>(
  form: UploadedForm<Fields>,
  learn: ((identity: string) => void) | undefined,
): UploadedForm<Fields> {
  if (!learn) return form;
  return {
    async receive(store) {
      const hash = createHash('sha256');
      let filename = '';
      const received = await form.receive((file) => {
        filename = file.filename;
        return store({ ...file, content: hashed(file.content, hash) });
      });
      const fields = Object.entries(received.fields).sort(([one], [other]) => (one < other ? -1 : 1));
      learn(JSON.stringify([filename, hash.digest('hex'), fields]));
      return received;
    },
  };
}

/** Reads a form to its end, stores nothing and returns its identity. Errors: the form's, `idempotency_key_reused`. */
export async function readFormFingerprint(form: UploadedForm<object>): Promise<string> {
  let identity = '';
  const learning = fingerprintForm(form, (learnt) => {
    identity = learnt;
  });
  await learning.receive(async ({ content }) => {
    let sizeBytes = 0;
    for await (const { length } of content) {
      sizeBytes += length;
      if (sizeBytes > maxFileBytes) throw new ApiError('idempotency_key_reused');
    }
  });
  return identity;
}

async function* hashed(content: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}
