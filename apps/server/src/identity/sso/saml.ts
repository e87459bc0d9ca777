import { deflateRawSync } from 'node:zlib';
import { ApiError } from '@ecp/contract/declaring/errors';
import { OutboundError } from '../../kernel/outbound/addresses.ts';
import type { Services } from '../../kernel/services.ts';
import type { ConnectionRow } from './connections.ts';
import { limitMs, openProviderCache } from './providers.ts';
import type { SamlProvider } from './saml-metadata.ts';
import { samlMetadataReader, samlResponseReader } from './saml-readers.ts';
import { type ProvidedPerson, ProviderProblem, type SignInSecrets, ssoFailed } from './sign-ins.ts';

const maxMetadataBytes = 512 * 1024;

type SamlServices = Pick<Services, 'clock' | 'config' | 'outbound' | 'texts'>;

/** The source of a provider's metadata: an address or the document itself. */
interface Source {
  metadataUrl: string | null;
  metadata: string | null;
}

const addressesOf = ({ baseUrl }: Services['config'], connectionId: string) => {
  const base = `${baseUrl}/api/auth/saml/${connectionId}`;
  return { entityId: `${base}/metadata`, acs: `${base}/acs` };
};

/** URLs have no other character that XML knows. */
const inXml = (address: string) => address.replaceAll('&', '&amp;');

const names = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  post: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
  emailAddress: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
};

// Requests and metadata of ours have no signature. The library that writes them, too, would hold up
// all others for a tenth of a second while it is loaded.

/** Writes the metadata that a provider needs of us. */
export function writeOurMetadata(config: Services['config'], connectionId: string): string {
  const { entityId, acs } = addressesOf(config, connectionId);
  return `<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${inXml(entityId)}">
  <SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="${names.protocol}">
    <NameIDFormat>${names.emailAddress}</NameIDFormat>
    <AssertionConsumerService index="0" isDefault="true" Binding="${names.post}" Location="${inXml(acs)}"/>
  </SPSSODescriptor>
</EntityDescriptor>
`;
}

/**
 * Makes the address at the provider where a person signs in, with our request. How the provider
 * does that is its own matter. Error: `sso_unavailable`.
 */
export async function addressOfSamlProvider(
  services: SamlServices,
  connection: ConnectionRow,
  { requestId }: SignInSecrets,
): Promise<string> {
  const { signInUrl } = await describeProvider(services, connection);
  const { entityId, acs } = addressesOf(services.config, connection.id);
  const request = [
    `<samlp:AuthnRequest xmlns:samlp="${names.protocol}" ID="${requestId}" Version="2.0"`,
    ` IssueInstant="${services.clock.now().toISOString()}" Destination="${inXml(signInUrl)}"`,
    ` ProtocolBinding="${names.post}" AssertionConsumerServiceURL="${inXml(acs)}">`,
    `<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${inXml(entityId)}</saml:Issuer>`,
    `<samlp:NameIDPolicy Format="${names.emailAddress}" AllowCreate="true"/></samlp:AuthnRequest>`,
  ].join('');
  const address = new URL(signInUrl);
  address.searchParams.set('SAMLRequest', deflateRawSync(request).toString('base64'));
  return address.href;
}

/**
 * Checks a provider's response and reads the person from it. Errors: `sso_failed`,
 * `sso_unavailable`.
 */
export async function readPersonOfResponse(
  services: SamlServices,
  connection: ConnectionRow,
  { secrets, encoded }: { secrets: SignInSecrets; encoded: string },
): Promise<ProvidedPerson> {
  const { entityId, certificates } = await describeProvider(services, connection);
  const { entityId: audience, acs: recipient } = addressesOf(services.config, connection.id);
  const { requestId } = secrets;
  const expected = { issuer: entityId, certificates, audience, recipient, requestId };
  const reading = await services.texts
    .run(connection.tenant_id, samlResponseReader, { encoded, expected })
    .catch((error: unknown) => {
      throw isTooComplex(error) ? ssoFailed('invalid', error) : error;
    });
  if ('refusal' in reading) {
    const { reason, message } = reading.refusal;
    throw ssoFailed(reason === 'declined' ? 'denied' : 'invalid', new ProviderProblem(message));
  }
  const { nameId: email, name, groups } = reading.person;
  return { email, name, groups };
}

/**
 * Returns the id of the request that a response says it answers; undefined without one. It only
 * finds the sign-in, whose request the checked response must name.
 */
export function findRequestId(encoded: string): string | undefined {
  return /\bInResponseTo\s*=\s*["']([\w.-]{1,200})["']/.exec(
    Buffer.from(encoded, 'base64').toString('latin1'),
  )?.[1];
}

const isTooComplex = (error: unknown) =>
  error instanceof ApiError && error.code === 'text_too_complex';

/**
 * Reads metadata; a problem also of those that take too long or too much memory. Error:
 * `service_unavailable`.
 */
async function readMetadata(
  { texts }: SamlServices,
  tenantId: string,
  metadata: string,
): Promise<{ provider: SamlProvider } | { problem: string }> {
  try {
    return await texts.run(tenantId, samlMetadataReader, { metadata });
  } catch (error) {
    if (isTooComplex(error)) return { problem: 'The text is too complex' };
    throw error;
  }
}

const cache = openProviderCache<SamlProvider>();

/** Reads the provider's metadata. Error: `sso_unavailable`. */
function describeProvider(
  services: SamlServices,
  connection: ConnectionRow,
): Promise<SamlProvider> {
  return cache(services, connection, async () => {
    const { metadata: stored, metadata_url: metadataUrl } = connection;
    const metadata = await loadMetadata(services, { metadata: stored, metadataUrl });
    const reading = await readMetadata(services, connection.tenant_id, metadata);
    if ('problem' in reading) throw unavailable(reading.problem);
    return reading.provider;
  });
}

/**
 * Checks the metadata of a connection that is about to be set; a provider that does not answer may
 * do so later. Error: `invalid_request`.
 */
export async function requireMetadata(
  services: SamlServices,
  { tenantId, ...source }: Source & { tenantId: string },
): Promise<void> {
  const metadata = await loadMetadata(services, source).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'sso_unavailable') return null;
    throw error;
  });
  if (metadata === null) return;
  const reading = await readMetadata(services, tenantId, metadata);
  if (!('problem' in reading)) return;
  const path = source.metadata === null ? '/metadataUrl' : '/metadata';
  throw new ApiError('invalid_request', { details: [{ path, message: reading.problem }] });
}

const unavailable = (problem: string) =>
  new ApiError('sso_unavailable', { cause: new ProviderProblem(problem) });

/**
 * A redirect is not followed: it could lead from https to http, where others may change the
 * certificates.
 */
async function loadMetadata(
  { outbound }: SamlServices,
  { metadata, metadataUrl }: Source,
): Promise<string> {
  if (metadata !== null) return metadata;
  try {
    const answer = await outbound.request({
      url: metadataUrl ?? '',
      headers: { accept: 'application/samlmetadata+xml, application/xml, text/xml' },
      timeoutMs: limitMs,
      maxBodyBytes: maxMetadataBytes,
      followRedirects: 0,
    });
    if (answer.status === 200 && !answer.truncated) return answer.body.toString('utf8');
    throw unavailable(
      `The address of the metadata answers ${answer.truncated ? 'too much' : answer.status}`,
    );
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw new ApiError(error.kind === 'off' ? 'outbound_off' : 'sso_unavailable', { cause: error });
  }
}
