import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inflateRawSync } from 'node:zlib';
import { IdentityProvider, SamlLib } from 'samlify/build/index.js';
import { generate } from 'selfsigned';

/** A key of a provider with its certificate (PEM). */
export interface SamlKey {
  privateKey: string;
  certificate: string;
}

/** The content of a response. */
export interface SamlFacts {
  issuer: string;
  audience: string;
  recipient: string;
  requestId: string;
  nameId: string;
  attributes?: Record<string, readonly string[]>;
  /** Times relative to now, in milliseconds. */
  notBeforeMs?: number;
  notOnOrAfterMs?: number;
  /** The end of the confirmation, if it differs from that of the conditions. */
  confirmedUntilMs?: number;
}

/** Which elements are signed, and how. */
export interface SamlSigning {
  key: SamlKey;
  signs?: readonly ('assertion' | 'response')[];
  algorithm?: string;
}

/** An identity provider on 127.0.0.1 that signs everybody in as `person`. */
export interface SamlTestProvider {
  entityId: string;
  metadataUrl: string;
  /** Its metadata at this moment. */
  metadata(): string;
  key: SamlKey;
  /** The person whom the next sign-in names. */
  person: { nameId: string; attributes?: Record<string, readonly string[]> };
  /**
   * Reads the request in the address of a sign-in, and answers it: fields of the form to post, and
   * where.
   */
  answer(
    signInUrl: string,
    changes?: Partial<SamlFacts>,
    signing?: Partial<SamlSigning>,
  ): { acs: string; fields: { SAMLResponse: string; RelayState?: string } };
  /** Signs with a new key from now on. Metadata name both keys, or the new one alone. */
  rotate(how: { keepsOld: boolean }): Promise<void>;
  /** Its behaviour at requests for its metadata and at sign-ins. */
  behave(how: 'well' | 'fails' | 'hangs'): void;
  close(): Promise<void>;
}

const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';

/** Makes an RSA key with a certificate. */
export async function makeSamlKey(bits = 2048): Promise<SamlKey> {
  const pems = await generate([{ name: 'commonName', value: 'provider.test' }], {
    keySize: bits,
    algorithm: 'sha256',
  });
  return { privateKey: pems.private, certificate: pems.cert };
}

const escapeXml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** Writes a response without a signature. */
export function writeSamlResponse(facts: SamlFacts): string {
  const at = (offsetMs: number) => new Date(Date.now() + offsetMs).toISOString();
  const { notBeforeMs = 0, notOnOrAfterMs = 300_000, confirmedUntilMs = notOnOrAfterMs } = facts;
  const attributes = Object.entries(facts.attributes ?? {}).map(
    ([name, values]) =>
      `<saml:Attribute Name="${escapeXml(name)}">${values
        .map((value) => `<saml:AttributeValue>${escapeXml(value)}</saml:AttributeValue>`)
        .join('')}</saml:Attribute>`,
  );
  const issuer = `<saml:Issuer>${escapeXml(facts.issuer)}</saml:Issuer>`;
  return [
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"`,
    ` ID="_r${randomUUID()}" Version="2.0" IssueInstant="${at(0)}" Destination="${escapeXml(facts.recipient)}"`,
    ` InResponseTo="${escapeXml(facts.requestId)}">${issuer}`,
    `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>`,
    `<saml:Assertion ID="_a${randomUUID()}" Version="2.0" IssueInstant="${at(0)}">${issuer}`,
    `<saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress">${escapeXml(facts.nameId)}</saml:NameID>`,
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData`,
    ` InResponseTo="${escapeXml(facts.requestId)}" Recipient="${escapeXml(facts.recipient)}" NotOnOrAfter="${at(confirmedUntilMs)}"/>`,
    `</saml:SubjectConfirmation></saml:Subject>`,
    `<saml:Conditions NotBefore="${at(notBeforeMs)}" NotOnOrAfter="${at(notOnOrAfterMs)}">`,
    `<saml:AudienceRestriction><saml:Audience>${escapeXml(facts.audience)}</saml:Audience></saml:AudienceRestriction>`,
    `</saml:Conditions><saml:AuthnStatement AuthnInstant="${at(0)}" SessionIndex="_s1"><saml:AuthnContext>`,
    `<saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef>`,
    `</saml:AuthnContext></saml:AuthnStatement>`,
    attributes.length > 0
      ? `<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement>`
      : '',
    `</saml:Assertion></samlp:Response>`,
  ].join('');
}

/** Signs a response with samlify, by default its assertion alone. Returns its XML. */
export function signSamlResponse(
  xml: string,
  { key, signs = ['assertion'], algorithm = rsaSha256 }: SamlSigning,
): string {
  const sign = (text: string, path: string) =>
    SamlLib.constructSAMLSignature({
      rawSamlMessage: text,
      referenceTagXPath: path,
      privateKey: key.privateKey,
      signingCert: key.certificate.replaceAll(/-----[A-Z ]+-----|\s/g, ''),
      signatureAlgorithm: algorithm,
      isBase64Output: false,
      signatureConfig: {
        prefix: 'ds',
        location: { reference: `${path}/*[local-name(.)='Issuer']`, action: 'after' },
      },
    });
  const response = "/*[local-name(.)='Response']";
  const inner = signs.includes('assertion')
    ? sign(xml, `${response}/*[local-name(.)='Assertion']`)
    : xml;
  return signs.includes('response') ? sign(inner, response) : inner;
}

/** Reads what a request in the address of a sign-in asks for. */
export function readSamlRequest(signInUrl: string): {
  id: string;
  issuer: string;
  acs: string;
  relayState?: string;
} {
  const { searchParams } = new URL(signInUrl);
  const xml = inflateRawSync(
    Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64'),
  ).toString();
  const find = (pattern: RegExp) => pattern.exec(xml)?.[1] ?? '';
  const relayState = searchParams.get('RelayState');
  return {
    id: find(/ ID="([^"]+)"/),
    issuer: find(/<saml:Issuer[^>]*>([^<]+)</),
    acs: find(/AssertionConsumerServiceURL="([^"]+)"/),
    ...(relayState === null ? {} : { relayState }),
  };
}

/**
 * Starts the provider on a free port. Its page of a sign-in is a form that posts the response by
 * itself.
 */
export async function startSamlProvider(): Promise<SamlTestProvider> {
  let behaviour: Parameters<SamlTestProvider['behave']>[0] = 'well';
  let published: SamlKey[] = [await makeSamlKey()];
  const server = createServer((request, response) => {
    if (behaviour === 'hangs') return;
    if (behaviour === 'fails') {
      response.writeHead(500).end();
      return;
    }
    const url = new URL(request.url ?? '/', origin);
    if (url.pathname === '/metadata') {
      response
        .writeHead(200, { 'content-type': 'application/samlmetadata+xml' })
        .end(provider.metadata());
      return;
    }
    if (!url.searchParams.has('SAMLRequest')) {
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<html><p>This is the provider</p></html>');
      return;
    }
    const { acs, fields } = provider.answer(url.href);
    const inputs = Object.entries(fields).map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${escapeXml(value)}">`,
    );
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(
        `<form method="post" action="${escapeXml(acs)}">${inputs.join('')}<button>Continue</button></form><script>document.forms[0].submit()</script>`,
      );
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider: SamlTestProvider = {
    entityId: `${origin}/entity`,
    metadataUrl: `${origin}/metadata`,
    get key() {
      return published[0] as SamlKey;
    },
    person: { nameId: 'nobody@provider.test' },
    metadata: () =>
      IdentityProvider({
        entityID: provider.entityId,
        signingCert: published.map(({ certificate }) => certificate),
        nameIDFormat: ['urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'],
        singleSignOnService: [{ Binding: redirectBinding, Location: `${origin}/sign-in` }],
        singleLogoutService: [{ Binding: redirectBinding, Location: `${origin}/sign-out` }],
      }).getMetadata(),
    answer(signInUrl, changes = {}, signing = {}) {
      const { id, issuer, acs, relayState } = readSamlRequest(signInUrl);
      const xml = writeSamlResponse({
        issuer: provider.entityId,
        audience: issuer,
        recipient: acs,
        requestId: id,
        ...provider.person,
        ...changes,
      });
      const signed = signSamlResponse(xml, { key: provider.key, ...signing });
      const fields = { SAMLResponse: Buffer.from(signed).toString('base64') };
      return {
        acs,
        fields: relayState === undefined ? fields : { ...fields, RelayState: relayState },
      };
    },
    async rotate({ keepsOld }) {
      const fresh = await makeSamlKey();
      published = keepsOld ? [fresh, ...published] : [fresh];
    },
    behave(how) {
      behaviour = how;
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
  return provider;
}
