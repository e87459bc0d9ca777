import type { TestPlatform } from './start-test-platform.ts';

/** The fields that all answers to the directory have. */
interface ScimAnswer {
  status: number;
  type: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: a resource of SCIM is read field by field
  body: any;
}

export type ScimClient = ReturnType<typeof connectDirectory>;

/** Calls the SCIM service as a directory does. */
export function connectDirectory(baseUrl: string, token: string) {
  const call = async (method: string, path: string, body?: unknown): Promise<ScimAnswer> => {
    const response = await fetch(`${baseUrl}/api/scim/v2${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/scim+json',
        // Also without a body, as Azure does.
        'content-type': 'application/scim+json; charset=utf-8',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const type = response.headers.get('content-type');
    return { status: response.status, type, body: text === '' ? null : JSON.parse(text) };
  };
  return {
    get: (path: string) => call('GET', path),
    post: (path: string, body: unknown) => call('POST', path, body),
    put: (path: string, body: unknown) => call('PUT', path, body),
    patch: (path: string, Operations: unknown[]) =>
      call('PATCH', path, {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
        Operations,
      }),
    delete: (path: string) => call('DELETE', path),
    call,
  };
}

/**
 * Lets a tenant have proved a domain, as the owner does by a TXT record: addresses of it that a
 * directory sets need no confirmation. Takes the tenant's connection, or makes one that nobody
 * uses.
 */
export async function proveDomain(
  { asSuperuser }: Pick<TestPlatform, 'asSuperuser'>,
  tenantId: string,
  domain: string,
): Promise<void> {
  await asSuperuser(
    `insert into platform.sso_connections
        (id, tenant_id, kind, issuer, client_id, sealed, enforced, default_role, group_roles)
      values ('of ' || $1, $1, 'oidc', 'https://provider.example', 'client', 'sealed', false, 'member', '[]')
      on conflict (tenant_id) do nothing`,
    [tenantId],
  );
  await asSuperuser(
    `insert into platform.sso_domains (tenant_id, connection_id, domain, token, verified_at)
      select $1, id, $2, 'token', now() from platform.sso_connections where tenant_id = $1`,
    [tenantId, domain],
  );
}
