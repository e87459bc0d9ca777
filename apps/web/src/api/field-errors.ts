import { isApiError } from '@ecp/sdk/create-client';

/** What the service found wrong in one field of a form; undefined when nothing. */
export function fieldError(error: unknown, field: string): string | undefined {
  if (!isApiError(error)) return undefined;
  return error.details.find(({ path }) => path === `/${field}`)?.message;
}
