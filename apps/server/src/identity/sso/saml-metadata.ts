import { X509Certificate } from 'node:crypto';
import {
  childrenOf,
  namespaces,
  parseSamlXml,
  type SamlElement,
  withDescendants,
  XmlRefusal,
} from './saml-xml.ts';

/** The parts of a provider's metadata that a sign-in needs. */
export interface SamlProvider {
  entityId: string;
  /** The address to which a browser is redirected to sign in. */
  signInUrl: string;
  /** Certificates (PEM) that may have signed a response: two during a rotation. */
  certificates: string[];
}

const maxCertificates = 20;
const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

/**
 * Reads the metadata of one identity provider. Throws XmlRefusal, whose message says what is wrong.
 */
export async function readProviderMetadata(text: string): Promise<SamlProvider> {
  const root = await parseSamlXml(text.replace(/^\ufeff/, '').trim(), { comments: true });
  const providers = withDescendants(root)
    .filter(
      ({ name, namespace }) => name === 'EntityDescriptor' && namespace === namespaces.metadata,
    )
    .flatMap((entity) =>
      childrenOf(entity, 'metadata', 'IDPSSODescriptor')
        .filter(({ attributes }) =>
          attributes['protocolSupportEnumeration']?.split(/\s+/).includes(namespaces.protocol),
        )
        .map((descriptor) => ({ entity, descriptor })),
    );
  const [provider, second] = providers;
  if (provider === undefined)
    throw new XmlRefusal('The metadata describe no identity provider of SAML 2.0');
  if (second !== undefined)
    throw new XmlRefusal('The metadata describe more than one identity provider');
  const entityId = provider.entity.attributes['entityID']?.trim() ?? '';
  if (entityId === '') throw new XmlRefusal('The metadata have no entityID');
  return {
    entityId,
    signInUrl: readSignInUrl(provider.descriptor),
    certificates: readCertificates(provider.descriptor),
  };
}

function readSignInUrl(descriptor: SamlElement): string {
  const service = childrenOf(descriptor, 'metadata', 'SingleSignOnService').find(
    ({ attributes }) => attributes['Binding'] === redirectBinding,
  );
  const address = URL.parse(service?.attributes['Location'] ?? '');
  if (address === null || !['https:', 'http:'].includes(address.protocol)) {
    throw new XmlRefusal('The metadata have no address for a sign-in by HTTP-Redirect');
  }
  return address.href;
}

/**
 * Whether a certificate is over does not count: providers keep them, and metadata say which hold.
 */
function readCertificates(descriptor: SamlElement): string[] {
  const texts = childrenOf(descriptor, 'metadata', 'KeyDescriptor')
    .filter(({ attributes }) => (attributes['use'] ?? 'signing') === 'signing')
    .flatMap(withDescendants)
    .filter(
      ({ name, namespace }) => name === 'X509Certificate' && namespace === namespaces.signature,
    )
    .map(({ text }) => text.replaceAll(/\s/g, ''));
  if (texts.length > maxCertificates)
    throw new XmlRefusal('The metadata have too many certificates');
  const certificates = [...new Set(texts)].map(toRsaCertificate).filter((pem) => pem !== null);
  if (certificates.length === 0)
    throw new XmlRefusal('The metadata have no certificate with an RSA key of 2048 bits');
  return certificates;
}

function toRsaCertificate(base64: string): string | null {
  try {
    const certificate = new X509Certificate(Buffer.from(base64, 'base64'));
    const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
    const isStrong =
      asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= 2048;
    return isStrong ? certificate.toString() : null;
  } catch {
    return null;
  }
}
