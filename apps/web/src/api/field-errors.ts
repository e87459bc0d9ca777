import { isApiError } from '@ecp/sdk/create-client';

/** Returns why the service refused one field of a form; undefined if it did not. */
export function fieldError(error: unknown, field: string): string | undefined {
  if (!isApiError(error)) return undefined;
  return error.details.find(({ path }) => path === `/${field}`)?.message;
}
