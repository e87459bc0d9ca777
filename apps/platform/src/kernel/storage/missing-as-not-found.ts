import { ApiError } from '@ecp/contract/declaring/errors';
import { ObjectMissingError } from './object-storage.ts';

/** Throws `not_found` for an object that is missing, and other errors as they are. For the `catch` of a read. */
export function missingAsNotFound(error: unknown): never {
  throw error instanceof ObjectMissingError ? new ApiError('not_found', { cause: error }) : error;
}
