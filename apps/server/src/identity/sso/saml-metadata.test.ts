import { X509Certificate } from 'node:crypto';
import { makeSamlKey, type SamlKey } from '@ecp/testing/saml-provider';
import { beforeAll, describe, expect, it } from 'vitest';
import { readProviderMetadata } from './saml-metadata.ts';

const bare = (key: SamlKey) => key.certificate.replaceAll(/-----[A-Z ]+-----|\s/g, '');
const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

describe('readProviderMetadata', () => {
  let keys: [SamlKey, SamlKey];
  let weak: SamlKey;

  beforeAll(async () => {
    keys = await Promise.all([makeSamlKey(), makeSamlKey()]);
    weak = await makeSamlKey(1024);
  });

  const keyOf = (certificate: string, use = 'use="signing"') =>
    `<md:KeyDescriptor ${use}><ds:KeyInfo><ds:X509Data><ds:X509Certificate>\n${certificate.replaceAll(/.{64}/g, '$&\n')}\n</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;
  const service = (binding: string, location: string) =>
    `<md:SingleSignOnService Binding="${binding}" Location="${location}"/>`;
  const describeProvider = (content: string, id = 'https://idp.test/entity') =>
    `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${id}"><md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${content}</md:IDPSSODescriptor></md:EntityDescriptor>`;
  const ordinary = () =>
    keyOf(bare(keys[0])) + service(redirect, 'https://idp.test/sso?tenant=1&amp;x=2');
  const refusal = (metadata: string) =>
    readProviderMetadata(metadata).then(
      () => 'taken',
      ({ message }: Error) => message,
    );

  it('reads entity id, address and certificates, with what providers write around them', async () => {
    const other = '<md:NameIDFormat>urn:x</md:NameIDFormat>';
    const post = service('urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST', 'https://idp.test/post');
    const content = keyOf(bare(keys[0])) + keyOf(bare(keys[1]), '') + other + post + ordinary();
    const metadata = `\ufeff<?xml version="1.0" encoding="utf-8"?>\n<!-- Licence --> ${describeProvider(content)}\n`;
    expect(await readProviderMetadata(metadata)).toEqual({
      entityId: 'https://idp.test/entity',
      signInUrl: 'https://idp.test/sso?tenant=1&x=2',
      certificates: keys.map(({ certificate }) => new X509Certificate(certificate).toString()),
    });
  });

  it('reads a provider that stands alone in a list', async () => {
    const list = (...entities: string[]) =>
      `<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata">${entities.join('')}</EntitiesDescriptor>`;
    expect((await readProviderMetadata(list(describeProvider(ordinary())))).entityId).toBe(
      'https://idp.test/entity',
    );
    const two = list(
      describeProvider(ordinary()),
      describeProvider(ordinary(), 'https://other.test'),
    );
    expect(await refusal(two)).toContain('more than one identity provider');
  });

  it.each([
    {
      what: 'a document type',
      metadata: () => `<!DOCTYPE a>${describeProvider(ordinary())}`,
      says: 'document type',
    },
    {
      what: 'an open tag',
      metadata: () => describeProvider(ordinary()).slice(0, -1),
      says: 'no plain XML',
    },
    {
      what: 'a page of HTML',
      metadata: () => '<html><p>Sign in</p></html>',
      says: 'no identity provider',
    },
    {
      what: 'a service in place of a provider',
      metadata: () => describeProvider(ordinary()).replaceAll('IDPSSO', 'SPSSO'),
      says: 'no identity provider',
    },
    { what: 'no entity id', metadata: () => describeProvider(ordinary(), ''), says: 'entityID' },
    {
      what: 'no certificate',
      metadata: () => describeProvider(service(redirect, 'https://a.test')),
      says: 'RSA',
    },
    {
      what: 'a certificate for encryption only',
      metadata: () => describeProvider(ordinary()).replace('use="signing"', 'use="encryption"'),
      says: 'RSA',
    },
    {
      what: 'a short key',
      metadata: () => describeProvider(keyOf(bare(weak)) + service(redirect, 'https://a.test')),
      says: '2048 bits',
    },
    {
      what: 'an address that runs code',
      metadata: () =>
        describeProvider(keyOf(bare(keys[0])) + service(redirect, 'javascript:alert(1)')),
      says: 'HTTP-Redirect',
    },
    {
      what: 'a million characters',
      metadata: () => `<a>${'b'.repeat(1_000_000)}</a>`,
      says: 'too long',
    },
  ])('refuses $what', async ({ metadata, says }) => {
    expect(await refusal(metadata())).toContain(says);
  });
});
