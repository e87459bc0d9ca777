import { createHmac } from 'node:crypto';
import {
  type SamlFacts,
  type SamlKey,
  type SamlSigning,
  signSamlResponse,
  writeSamlResponse,
} from '@ecp/testing/saml-provider';
import type { SamlRefusalReason } from '../../src/identity/sso/saml-response.ts';

/** An attacker's means: an account at the provider, a key, and the address of the victim. */
export interface Attacker {
  facts: SamlFacts;
  /**
   * The provider's key. Attackers use it only for what the provider has signed about themselves.
   */
  provider: SamlKey;
  own: SamlKey;
  victim: string;
}

/** A published way to forge a response. `forge` returns its XML. */
export interface Attack {
  name: string;
  reason: SamlRefusalReason;
  forge(attacker: Attacker): string;
}

/** Returns the first match. Throws an Error where there is none, so that no attack does nothing. */
function find(xml: string, pattern: RegExp | string): string {
  const found =
    typeof pattern === 'string' ? xml.includes(pattern) && pattern : pattern.exec(xml)?.[0];
  if (!found) throw new Error(`${pattern} is not in the response`);
  return found;
}

/** Replaces the first match. Throws an Error where there is none. */
const change = (xml: string, pattern: RegExp | string, make: (found: string) => string) =>
  xml.replace(find(xml, pattern), make);

const assertionOf = (xml: string) => find(xml, /<saml:Assertion[\s\S]*<\/saml:Assertion>/);
const signatureOf = (xml: string) => find(xml, /<ds:Signature[ >][\s\S]*<\/ds:Signature>/);
const without = (xml: string, part: string) => xml.split(part).join('');
const insideEnd = (xml: string, part: string) => change(xml, /<\/[\w:]+>$/, (end) => part + end);
const afterIssuer = (xml: string, part: string) =>
  change(xml, /<\/saml:Issuer>/, (end) => end + part);
const declared =
  'xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"';

/** The response that the provider made about the attacker. */
function signed(
  { facts, provider }: Attacker,
  signing: Partial<SamlSigning> = {},
  changes: Partial<SamlFacts> = {},
) {
  return signSamlResponse(writeSamlResponse({ ...facts, ...changes }), {
    key: provider,
    ...signing,
  });
}

/** The same element about the victim, with an id of its own unless it keeps the old one. */
function forged(xml: string, { victim, facts }: Attacker, keepsId = false): string {
  const changed = without(xml, signatureOf(xml)).replaceAll(facts.nameId, victim);
  return keepsId ? changed : change(changed, / ID="[^"]+"/, () => ' ID="_forged"');
}

/** The pieces of a response whose assertion is signed. */
function pieces(attacker: Attacker) {
  const response = signed(attacker);
  const assertion = assertionOf(response);
  const signature = signatureOf(assertion);
  const original = without(assertion, signature);
  return { response, assertion, signature, original, evil: forged(assertion, attacker) };
}

function withDoctype(xml: string, subset: string): string {
  return `<!DOCTYPE samlp:Response [${subset}]>${xml}`;
}

function changeSignature(pattern: RegExp, replacement: (found: string) => string): Attack['forge'] {
  return (attacker) => change(signed(attacker), pattern, replacement);
}

/**
 * Signs SignedInfo with the provider's certificate as the secret of an HMAC, which everybody knows.
 */
function signWithHmac(attacker: Attacker): string {
  const response = signed(attacker)
    .replaceAll(attacker.facts.nameId, attacker.victim)
    .replace(
      'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
      'http://www.w3.org/2000/09/xmldsig#hmac-sha1',
    );
  const info = find(response, /<ds:SignedInfo>[\s\S]*<\/ds:SignedInfo>/)
    .replace('<ds:SignedInfo>', '<ds:SignedInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">')
    .replaceAll(/<([\w:]+)([^<>]*)\/>/g, '<$1$2></$1>');
  const value = createHmac('sha1', attacker.provider.certificate).update(info).digest('base64');
  return change(response, /<ds:SignatureValue>[^<]*/, () => `<ds:SignatureValue>${value}`);
}

/**
 * "On Breaking SAML: Be Whoever You Want to Be" (2012) numbers the first eight, as tools do since.
 */
const wrapping: Attack[] = [
  {
    name: 'XSW 1: the signed response is a child of the forged one’s signature',
    reason: 'form',
    forge(attacker) {
      const response = signed(attacker, { signs: ['response'] });
      const signature = signatureOf(response);
      const original = without(response, signature);
      return afterIssuer(forged(response, attacker), insideEnd(signature, original));
    },
  },
  {
    name: 'XSW 2: the signed response stands before the forged one’s signature',
    reason: 'form',
    forge(attacker) {
      const response = signed(attacker, { signs: ['response'] });
      const signature = signatureOf(response);
      return afterIssuer(forged(response, attacker), without(response, signature) + signature);
    },
  },
  {
    name: 'XSW 3: a forged assertion stands before the signed one',
    reason: 'form',
    forge(attacker) {
      const { response, assertion, evil } = pieces(attacker);
      return change(response, assertion, () => evil + assertion);
    },
  },
  {
    name: 'XSW 4: a forged assertion holds the signed one',
    reason: 'form',
    forge(attacker) {
      const { response, assertion, evil } = pieces(attacker);
      return change(response, assertion, () => insideEnd(evil, assertion));
    },
  },
  {
    name: 'XSW 5: a forged assertion holds the signature, the signed one stands at the end',
    reason: 'form',
    forge(attacker) {
      const { response, assertion, signature, original, evil } = pieces(attacker);
      return change(response, assertion, () => afterIssuer(evil, signature) + original);
    },
  },
  {
    name: 'XSW 6: the signed assertion is a child of the signature of a forged one',
    reason: 'form',
    forge(attacker) {
      const { response, assertion, signature, original, evil } = pieces(attacker);
      return change(response, assertion, () => afterIssuer(evil, insideEnd(signature, original)));
    },
  },
  {
    name: 'XSW 7: a forged assertion with the same id stands in Extensions',
    reason: 'form',
    forge(attacker) {
      const { response, assertion } = pieces(attacker);
      const evil = forged(assertion, attacker, true);
      return afterIssuer(response, `<samlp:Extensions>${evil}</samlp:Extensions>`);
    },
  },
  {
    name: 'XSW 8: the signed assertion stands in an Object of the signature',
    reason: 'form',
    forge(attacker) {
      const { response, assertion, signature, original, evil } = pieces(attacker);
      const wrapped = insideEnd(signature, `<ds:Object>${original}</ds:Object>`);
      return change(response, assertion, () => afterIssuer(evil, wrapped));
    },
  },
  {
    name: 'the signed assertion stands in SubjectConfirmationData of a forged one',
    reason: 'form',
    forge(attacker) {
      const { response, assertion, evil } = pieces(attacker);
      const data = find(evil, /<saml:SubjectConfirmationData[^>]*\/>/);
      const wrapped = evil.replace(data, () =>
        data.replace('/>', () => `>${assertion}</saml:SubjectConfirmationData>`),
      );
      return change(response, assertion, () => wrapped);
    },
  },
  {
    name: 'two assertions have one id',
    reason: 'form',
    forge(attacker) {
      const { response, assertion } = pieces(attacker);
      return change(response, assertion, () => assertion + forged(assertion, attacker, true));
    },
  },
  {
    name: 'the forged assertion is named by "Id", the signed one by "ID"',
    reason: 'form',
    forge(attacker) {
      const { response, assertion, original } = pieces(attacker);
      const evil = change(forged(assertion, attacker, true), ' ID="', () => ' Id="');
      const signature = signatureOf(assertion);
      return response.replace(
        assertion,
        () => `${afterIssuer(evil, signature)}<samlp:Extensions>${original}</samlp:Extensions>`,
      );
    },
  },
  {
    name: 'the id stands in an attribute of a namespace',
    reason: 'form',
    forge(attacker) {
      const { response, assertion, signature, evil } = pieces(attacker);
      const id = / ID="([^"]+)"/.exec(assertion)?.[1] ?? '';
      const twice = change(
        evil,
        ' ID="_forged"',
        () => ` xmlns:x="urn:x" x:ID="${id}" ID="_forged"`,
      );
      return change(response, assertion, () => afterIssuer(twice, signature));
    },
  },
  {
    name: 'two roots: the signed response follows a forged one (CVE-2022-39299)',
    reason: 'form',
    forge(attacker) {
      const response = signed(attacker, { signs: ['response'] });
      return forged(response, attacker) + response;
    },
  },
  {
    name: 'an unsigned assertion of no namespace stands beside the signed one',
    reason: 'form',
    forge(attacker) {
      const { response, assertion, evil } = pieces(attacker);
      const bare = evil.replaceAll('saml:', '');
      return change(response, assertion, () => bare + assertion);
    },
  },
  {
    name: 'an encrypted assertion of nonsense stands beside the signed one',
    reason: 'form',
    forge(attacker) {
      const { response, assertion } = pieces(attacker);
      const nonsense = `<saml:EncryptedAssertion><xenc:EncryptedData xmlns:xenc="http://www.w3.org/2001/04/xmlenc#"><xenc:CipherData><xenc:CipherValue>AAAA</xenc:CipherValue></xenc:CipherData></xenc:EncryptedData></saml:EncryptedAssertion>`;
      return change(response, assertion, () => nonsense + assertion);
    },
  },
];

const signatures: Attack[] = [
  {
    name: 'no signature at all',
    reason: 'form',
    forge: ({ facts, victim }) => writeSamlResponse({ ...facts, nameId: victim }),
  },
  {
    name: 'the words are changed after the signature',
    reason: 'untrusted',
    forge: (attacker) => signed(attacker).replaceAll(attacker.facts.nameId, attacker.victim),
  },
  {
    name: 'the attacker’s key signs, and KeyInfo has its certificate',
    reason: 'untrusted',
    forge: (attacker) => signed(attacker, { key: attacker.own }, { nameId: attacker.victim }),
  },
  {
    name: 'the attacker’s key signs the response around an assertion that the provider signed',
    reason: 'untrusted',
    forge: (attacker) =>
      signSamlResponse(signed(attacker), { key: attacker.own, signs: ['response'] }),
  },
  {
    name: 'an HMAC has the provider’s certificate as its secret',
    reason: 'form',
    forge: signWithHmac,
  },
  {
    name: 'SHA-1 signs, for which collisions are known',
    reason: 'form',
    forge: (attacker) =>
      signed(attacker, { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }),
  },
  {
    name: 'an empty value signs',
    reason: 'untrusted',
    forge: changeSignature(/(<ds:SignatureValue>)[^<]*/, () => '<ds:SignatureValue>'),
  },
  {
    name: 'a forged digest stands in a comment before the genuine one (CVE-2025-29775)',
    reason: 'form',
    forge: changeSignature(/<ds:DigestValue>/, (found) => `${found}<!--Zm9yZ2Vk-->`),
  },
  {
    name: 'a second SignedInfo stands before the signed one (CVE-2025-29774)',
    reason: 'form',
    forge: changeSignature(/<ds:SignedInfo>[\s\S]*<\/ds:SignedInfo>/, (info) => info + info),
  },
  {
    name: 'the digest that a search finds first stands in StatusDetail (CVE-2024-45409)',
    reason: 'untrusted',
    forge: (attacker) =>
      signed(attacker)
        .replaceAll(attacker.facts.nameId, attacker.victim)
        .replace(
          '</samlp:Status>',
          '<samlp:StatusDetail><ds:DigestValue xmlns:ds="http://www.w3.org/2000/09/xmldsig#">Zm9yZ2Vk</ds:DigestValue></samlp:StatusDetail></samlp:Status>',
        ),
  },
  {
    name: 'the reference has no id and means the whole document',
    reason: 'form',
    forge: changeSignature(/URI="#[^"]+"/, () => 'URI=""'),
  },
  {
    name: 'the reference leads to another host',
    reason: 'form',
    forge: changeSignature(/URI="#[^"]+"/, () => 'URI="http://169.254.169.254/latest/meta-data/"'),
  },
  {
    name: 'a second reference is to a part of the attacker',
    reason: 'form',
    forge: changeSignature(
      /<ds:Reference [\s\S]*<\/ds:Reference>/,
      (reference) => reference + reference,
    ),
  },
  {
    name: 'a transform by XSLT runs code',
    reason: 'form',
    forge: changeSignature(
      /<ds:Transforms>/,
      (found) =>
        `${found}<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"><xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform" version="1.0"/></ds:Transform>`,
    ),
  },
  {
    name: 'a transform by XPath leaves the forged part out',
    reason: 'form',
    forge: changeSignature(
      /<ds:Transforms>/,
      (found) =>
        `${found}<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"><ds:XPath>not(ancestor-or-self::node())</ds:XPath></ds:Transform>`,
    ),
  },
  {
    name: 'an unknown canonicalization makes nothing of every text',
    reason: 'form',
    forge: changeSignature(
      /(<ds:CanonicalizationMethod Algorithm=")[^"]+/,
      () => '<ds:CanonicalizationMethod Algorithm="urn:empty',
    ),
  },
  {
    name: 'the signature is of another namespace',
    reason: 'form',
    forge: (attacker) =>
      signed(attacker).replaceAll(
        'xmlns:ds="http://www.w3.org/2000/09/xmldsig#"',
        'xmlns:ds="urn:other"',
      ),
  },
  {
    name: 'the signature is that of the assertion’s subject only',
    reason: 'form',
    forge(attacker) {
      const { response, assertion, signature, original, evil } = pieces(attacker);
      const subject = find(original, /<saml:Subject>[\s\S]*<\/saml:Subject>/);
      const advice = `<saml:Advice>${insideEnd(subject, signature)}</saml:Advice>`;
      return change(response, assertion, () => insideEnd(evil, advice));
    },
  },
];

const texts: Attack[] = [
  ...(
    [
      ['a comment', '<!---->'],
      ['a CDATA section', '<![CDATA[]]>'],
      ['a processing instruction', '<?x?>'],
    ] as const
  ).map(
    ([what, cut]): Attack => ({
      name: `${what} cuts the address in two (CVE-2017-11428 and its family)`,
      reason: 'form',
      forge(attacker) {
        const whole = `${attacker.victim}.attacker.test`;
        return change(
          signed(attacker, {}, { nameId: whole }),
          whole,
          () => `${attacker.victim}${cut}.attacker.test`,
        );
      },
    }),
  ),
  {
    name: 'an outer entity is read (XXE)',
    reason: 'form',
    forge: (attacker) => withDoctype(signed(attacker), '<!ENTITY x SYSTEM "file:///etc/passwd">'),
  },
  {
    name: 'an inner entity names the victim (CVE-2018-0489)',
    reason: 'form',
    forge: (attacker) =>
      withDoctype(
        change(signed(attacker), attacker.facts.nameId, () => '&victim;'),
        `<!ENTITY victim "${attacker.victim}">`,
      ),
  },
  {
    name: 'entities grow a billionfold',
    reason: 'form',
    forge: (attacker) =>
      withDoctype(
        signed(attacker),
        '<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">',
      ),
  },
  {
    name: 'a document type gives attributes a value, and parsers differ on it (CVE-2025-25291)',
    reason: 'form',
    forge: (attacker) =>
      withDoctype(
        signed(attacker),
        '<!ATTLIST saml:Assertion ID CDATA "_forged"><!NOTATION a SYSTEM "]>">',
      ),
  },
  {
    name: 'an entity without a declaration',
    reason: 'form',
    forge: (attacker) => change(signed(attacker), attacker.facts.nameId, () => '&victim;'),
  },
  {
    name: 'the document says that it has another encoding',
    reason: 'form',
    forge: (attacker) => `<?xml version="1.0" encoding="UTF-7"?>${signed(attacker)}`,
  },
  {
    name: 'the response is no response: metadata or a logout that the provider signed',
    reason: 'form',
    forge: (attacker) =>
      signed(attacker)
        .replaceAll('samlp:Response', 'samlp:LogoutResponse')
        .replace(attacker.facts.nameId, attacker.victim),
  },
  {
    name: 'an assertion alone, without a response',
    reason: 'form',
    forge: (attacker) =>
      assertionOf(signed(attacker)).replace('<saml:Assertion', () => `<saml:Assertion ${declared}`),
  },
];

/** Responses that the provider signed, for another purpose or at another time. */
const stolen: Attack[] = [
  {
    name: 'made for another service',
    reason: 'untrusted',
    changes: { audience: 'https://other.test/metadata' },
  },
  {
    name: 'sent to another address',
    reason: 'recipient',
    changes: { recipient: 'https://other.test/acs' },
  },
  { name: 'answering another request', reason: 'request', changes: { requestId: '_other' } },
  { name: 'answering no request', reason: 'request', changes: { requestId: '' } },
  {
    name: 'of another issuer with the same key',
    reason: 'issuer',
    changes: { issuer: 'https://other.test' },
  },
  {
    name: 'that is over',
    reason: 'untrusted',
    changes: { notBeforeMs: -600_000, notOnOrAfterMs: -125_000 },
  },
  {
    name: 'whose confirmation is over',
    reason: 'request',
    changes: { confirmedUntilMs: -125_000 },
  },
  {
    name: 'of a later time',
    reason: 'untrusted',
    changes: { notBeforeMs: 180_000, notOnOrAfterMs: 480_000 },
  },
].map(({ name, reason, changes }) => ({
  name: `a response ${name}`,
  reason: reason as SamlRefusalReason,
  forge: (attacker) => signed(attacker, {}, changes),
}));

/** All attacks. None may sign anybody in. */
export const publishedAttacks: readonly Attack[] = [
  ...wrapping,
  ...signatures,
  ...texts,
  ...stolen,
];
