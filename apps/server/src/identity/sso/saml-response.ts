import { SAML } from '@node-saml/node-saml';
import { clockSkewMs } from './providers.ts';
import {
  childrenOf,
  is,
  parseSamlXml,
  type SamlElement,
  withDescendants,
  XmlRefusal,
} from './saml-xml.ts';

/** The expectations of a response: its signer, its audience, and the request that it answers. */
export interface SamlExpectation {
  /** Entity id of the provider. */
  issuer: string;
  /** Certificates (PEM) of the provider. */
  certificates: readonly string[];
  /** Entity id of our metadata. */
  audience: string;
  /** Address where we take responses. */
  recipient: string;
  requestId: string;
}

/**
 * A person as the provider names them. `groups` is null where the provider says nothing about
 * groups.
 */
export interface SamlPerson {
  nameId: string;
  name: string | null;
  groups: string[] | null;
}

/**
 * The reasons for a refusal: with `declined` the provider itself refuses, with `untrusted` the
 * signature does not hold.
 */
export type SamlRefusalReason =
  | 'form'
  | 'declined'
  | 'untrusted'
  | 'issuer'
  | 'request'
  | 'recipient'
  | 'person';

/** A response that signs nobody in. The message is for who sets up the provider. */
export class SamlRefusal extends Error {
  override readonly name = 'SamlRefusal';
  readonly reason: SamlRefusalReason;

  constructor(reason: SamlRefusalReason, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.reason = reason;
  }
}

const allowed = {
  transforms: [
    'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
    'http://www.w3.org/2001/10/xml-exc-c14n#',
    'http://www.w3.org/2001/10/xml-exc-c14n#WithComments',
    'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  ],
  signatures: [
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
    'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  ],
  digests: ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512'],
} as const;

/** Names under which providers send a person's own name. */
const nameAttributes = [
  'name',
  'displayName',
  'http://schemas.microsoft.com/identity/claims/displayname',
];

/**
 * Reads the field `SAMLResponse` of a form. Every check below can only refuse: who the person is
 * comes from the text that the library has verified. Throws SamlRefusal.
 */
export async function readSamlResponse(
  encoded: string,
  expected: SamlExpectation,
): Promise<SamlPerson> {
  const text = decode(encoded);
  const response = await parseResponse(text);
  requireSuccess(response);
  const signed = requireForm(response);
  requireMatch(response, expected);
  const verified = await verify(text, signed === response, expected);
  return readAssertion(await parseResponse(verified), expected);
}

function decode(encoded: string): string {
  const compact = encoded.replaceAll(/\s/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(compact))
    throw new SamlRefusal('form', 'The response is not in base64');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(compact, 'base64'));
  } catch (error) {
    throw new SamlRefusal('form', 'The response is not encoded as UTF-8', { cause: error });
  }
}

async function parseResponse(text: string): Promise<SamlElement> {
  try {
    return await parseSamlXml(text, { comments: false });
  } catch (error) {
    if (error instanceof XmlRefusal) throw new SamlRefusal('form', error.message, { cause: error });
    throw error;
  }
}

/**
 * Requires one response with one plain assertion, and signatures only where they belong. Attacks by
 * signature wrapping need a second assertion, a signature elsewhere or an id that stands twice.
 * Returns the outer of the elements that have a signature, which covers the other.
 */
function requireForm(response: SamlElement): SamlElement {
  const refuse = (message: string) => new SamlRefusal('form', message);
  const all = withDescendants(response);
  if (all.some(({ name }) => name.startsWith('Encrypted')))
    throw refuse('The response has encrypted parts');
  const ids = all.flatMap(({ attributes }) =>
    Object.entries(attributes).filter(([name]) => /^(?:.*:)?id$/i.test(name)),
  );
  if (ids.some(([name]) => name.includes(':')))
    throw refuse('The response has ids of another namespace');
  if (new Set(ids.map(([, value]) => value)).size < ids.length)
    throw refuse('An id of the response stands twice');
  const assertions = childrenOf(response, 'assertion', 'Assertion');
  const [assertion] = assertions;
  const named = all.filter(({ name }) => name === 'Assertion').length;
  const isAlone = named === 1 && all.filter(({ name }) => name === 'Response').length === 1;
  if (assertion === undefined || !isAlone)
    throw refuse('The response has more or less than one assertion');
  const owners = [response, assertion].filter(requireSignature);
  const [outer] = owners;
  if (outer === undefined) throw refuse('Neither the response nor its assertion is signed');
  if (all.filter(({ name }) => name === 'Signature').length > owners.length) {
    throw refuse('The response has a signature where none belongs');
  }
  return outer;
}

/**
 * Tells whether an element has a signature of its own; refuses one of another form, or that signs
 * something else.
 */
function requireSignature(owner: SamlElement): boolean {
  const [signature, second] = childrenOf(owner, 'signature', 'Signature');
  if (signature === undefined) return false;
  const [info, value, keyInfo, further] = signature.children;
  const [canonicalization, method, reference, furtherReference] = info?.children ?? [];
  const [transforms, digest, digestValue] = reference?.children ?? [];
  const algorithms =
    transforms?.children.map(({ attributes }) => attributes['Algorithm'] ?? '') ?? [];
  const isWellFormed =
    second === undefined &&
    named(info, 'SignedInfo') &&
    named(value, 'SignatureValue') &&
    (keyInfo === undefined || named(keyInfo, 'KeyInfo')) &&
    further === undefined &&
    named(canonicalization, 'CanonicalizationMethod') &&
    includes(allowed.transforms, canonicalization?.attributes['Algorithm']) &&
    named(method, 'SignatureMethod') &&
    includes(allowed.signatures, method?.attributes['Algorithm']) &&
    named(reference, 'Reference') &&
    furtherReference === undefined &&
    reference?.attributes['URI'] === `#${owner.attributes['ID']}` &&
    named(transforms, 'Transforms') &&
    algorithms.length <= 2 &&
    algorithms.every((algorithm) => includes(allowed.transforms, algorithm)) &&
    named(digest, 'DigestMethod') &&
    includes(allowed.digests, digest?.attributes['Algorithm']) &&
    named(digestValue, 'DigestValue') &&
    value?.children.length === 0 &&
    digestValue?.children.length === 0;
  if (!isWellFormed)
    throw new SamlRefusal(
      'form',
      `The signature of the ${owner.name} has a form that is not taken`,
    );
  return true;
}

const named = (element: SamlElement | undefined, name: string) =>
  element !== undefined && is(element, 'signature', name);
const includes = (values: readonly string[], value: string | undefined) =>
  values.includes(value ?? '');

/** A provider that declines sends neither assertion nor, often, a signature. */
function requireSuccess(response: SamlElement): void {
  if (!is(response, 'protocol', 'Response'))
    throw new SamlRefusal('form', 'The document is not a SAML response');
  const [status] = childrenOf(response, 'protocol', 'Status');
  const [code] = status ? childrenOf(status, 'protocol', 'StatusCode') : [];
  const value = code?.attributes['Value'] ?? 'no status';
  if (value !== 'urn:oasis:names:tc:SAML:2.0:status:Success') {
    throw new SamlRefusal(
      'declined',
      `The provider did not sign the person in: ${value.slice(0, 200)}`,
    );
  }
}

/**
 * Checks what stands on the response itself. Where only the assertion is signed, these words are
 * the sender's.
 */
function requireMatch(response: SamlElement, expected: SamlExpectation): void {
  const { Version, Destination, InResponseTo } = response.attributes;
  if (Version !== '2.0') throw new SamlRefusal('form', 'The response is not of SAML 2.0');
  for (const issuer of childrenOf(response, 'assertion', 'Issuer')) requireIssuer(issuer, expected);
  if (Destination !== undefined && Destination !== expected.recipient) {
    throw new SamlRefusal('recipient', `The response is for ${Destination.slice(0, 200)}`);
  }
  if (InResponseTo !== undefined && InResponseTo !== expected.requestId) {
    throw new SamlRefusal('request', 'The response answers another request');
  }
}

function requireIssuer(issuer: SamlElement | undefined, expected: SamlExpectation): void {
  if (
    issuer === undefined ||
    issuer.children.length > 0 ||
    issuer.text.trim() !== expected.issuer
  ) {
    throw new SamlRefusal(
      'issuer',
      `The issuer is ${issuer?.text.trim().slice(0, 200) ?? 'missing'}`,
    );
  }
}

/**
 * Returns the assertion's text as it was signed. The library checks the signature, the audience and
 * the conditions. Of two signatures it cannot read the inner one where the canonicalization is
 * inclusive.
 */
async function verify(
  text: string,
  isResponseSigned: boolean,
  expected: SamlExpectation,
): Promise<string> {
  const library = new SAML({
    idpCert: [...expected.certificates],
    issuer: expected.audience,
    audience: expected.audience,
    callbackUrl: expected.recipient,
    wantAuthnResponseSigned: isResponseSigned,
    wantAssertionsSigned: !isResponseSigned,
    acceptedClockSkewMs: clockSkewMs,
  });
  let verified: string | undefined;
  try {
    const { profile } = await library.validatePostResponseAsync({
      SAMLResponse: Buffer.from(text).toString('base64'),
    });
    verified = profile?.getAssertionXml?.();
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    throw new SamlRefusal('untrusted', words.slice(0, 500), { cause: error });
  }
  if (verified === undefined)
    throw new SamlRefusal('untrusted', 'The response has no verified assertion');
  return verified;
}

function readAssertion(assertion: SamlElement, expected: SamlExpectation): SamlPerson {
  if (!is(assertion, 'assertion', 'Assertion'))
    throw new SamlRefusal('form', 'What is signed is no assertion');
  requireIssuer(only(assertion, 'Issuer'), expected);
  const subject = only(assertion, 'Subject');
  requireConfirmation(subject, expected);
  const nameId = only(subject, 'NameID');
  if (nameId.children.length > 0 || nameId.text.trim() === '') {
    throw new SamlRefusal('person', 'The assertion has no NameID');
  }
  const attributes = readAttributes(assertion);
  return {
    nameId: nameId.text.trim(),
    name:
      nameAttributes.map((name) => attributes.get(name)?.[0]).find((name) => name !== undefined) ??
      null,
    groups: attributes.get('groups') ?? null,
  };
}

function only(element: SamlElement, name: string): SamlElement {
  const [first, ...others] = childrenOf(element, 'assertion', name);
  if (first === undefined || others.length > 0) {
    throw new SamlRefusal('person', `The ${element.name} has more or less than one ${name}`);
  }
  return first;
}

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

/**
 * Requires that one confirmation is for the bearer, at our address, for the request, and not over.
 */
function requireConfirmation(
  subject: SamlElement,
  { recipient, requestId }: SamlExpectation,
): void {
  const bearers = childrenOf(subject, 'assertion', 'SubjectConfirmation')
    .filter(({ attributes }) => attributes['Method'] === bearer)
    .flatMap((confirmation) => childrenOf(confirmation, 'assertion', 'SubjectConfirmationData'))
    .map(({ attributes }) => attributes);
  const here = bearers.filter(({ Recipient }) => Recipient === recipient);
  if (here.length === 0) throw new SamlRefusal('recipient', 'The assertion is not for our address');
  const answers = here.filter(({ InResponseTo }) => InResponseTo === requestId);
  if (answers.length === 0)
    throw new SamlRefusal('request', 'The assertion answers another request');
  const now = Date.now();
  const isValid = answers.some(
    ({ NotBefore, NotOnOrAfter = '' }) =>
      NotBefore === undefined && Date.parse(NotOnOrAfter) > now - clockSkewMs,
  );
  if (!isValid) throw new SamlRefusal('request', 'The time of the assertion is over');
}

function readAttributes(assertion: SamlElement): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const attributes = childrenOf(assertion, 'assertion', 'AttributeStatement').flatMap((statement) =>
    childrenOf(statement, 'assertion', 'Attribute'),
  );
  for (const attribute of attributes) {
    const { Name = '' } = attribute.attributes;
    const values = childrenOf(attribute, 'assertion', 'AttributeValue').map(({ text }) =>
      text.trim(),
    );
    found.set(Name, [...(found.get(Name) ?? []), ...values.filter((value) => value !== '')]);
  }
  return found;
}
