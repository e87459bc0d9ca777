import {
  makeSamlKey,
  type SamlFacts,
  signSamlResponse,
  writeSamlResponse,
} from '@ecp/testing/saml-provider';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { inclusiveResponse } from '../../../testing/saml/inclusive-response.ts';
import { type Attacker, publishedAttacks } from '../../../testing/saml/published-attacks.ts';
import { readSamlResponse, type SamlExpectation, SamlRefusal } from './saml-response.ts';

const expected = {
  audience: 'https://ecp.test/metadata',
  recipient: 'https://ecp.test/acs',
  requestId: '_request',
};
const facts: SamlFacts = {
  ...expected,
  issuer: 'https://provider.test',
  nameId: 'guest@firm.test',
};
const encode = (xml: string) => Buffer.from(xml).toString('base64');

describe('readSamlResponse', () => {
  let attacker: Attacker;
  let expectation: SamlExpectation;

  beforeAll(async () => {
    const [provider, own] = await Promise.all([makeSamlKey(), makeSamlKey()]);
    attacker = { facts, provider, own, victim: 'owner@firm.test' };
    expectation = { ...expected, issuer: facts.issuer, certificates: [provider.certificate] };
  });

  const signed = (
    changes: Partial<SamlFacts> = {},
    signs: readonly ('assertion' | 'response')[] = ['assertion'],
  ) =>
    signSamlResponse(writeSamlResponse({ ...facts, ...changes }), {
      key: attacker.provider,
      signs,
    });
  const read = (xml: string) => readSamlResponse(encode(xml), expectation);
  const refusal = (reading: Promise<unknown>) =>
    reading.then(
      (person) => ({ person }),
      (error: unknown) =>
        error instanceof SamlRefusal ? { reason: error.reason, message: error.message } : { error },
    );

  it.each([
    { signs: ['assertion'] },
    { signs: ['response'] },
    { signs: ['assertion', 'response'] },
  ] as const)('reads a person where the provider signs $signs', async ({ signs }) => {
    const attributes = { groups: ['Partners', 'R&D'], displayName: ['Ada'] };
    const person = await read(signed({ attributes }, signs));
    expect(person).toEqual({ nameId: 'guest@firm.test', name: 'Ada', groups: ['Partners', 'R&D'] });
  });

  const rename = (xml: string, from: string, to: string) =>
    xml.replaceAll(`${from}:`, `${to}:`).replaceAll(`xmlns:${from}=`, `xmlns:${to}=`);
  it.each([
    {
      dialect: 'Okta and OpenSAML',
      write: (xml: string) =>
        rename(rename(xml, 'saml', 'saml2'), 'samlp', 'saml2p').replaceAll(
          '<saml2:AttributeValue>',
          '<saml2:AttributeValue xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:string">',
        ),
    },
    {
      dialect: 'Entra ID and AD FS',
      write: (xml: string) =>
        xml
          .replaceAll(/(<\/?)saml:/g, '$1')
          .replace('<Issuer>', '<Issuer xmlns="urn:oasis:names:tc:SAML:2.0:assertion">')
          .replace('<Assertion', '<Assertion xmlns="urn:oasis:names:tc:SAML:2.0:assertion"'),
    },
    {
      dialect: 'providers that indent',
      write: (xml: string) =>
        xml.replaceAll('><', '>\n  <').replaceAll(/(<saml:NameID[^>]*>)([^<]*)/g, '$1\n    $2\n'),
    },
  ])('reads what $dialect write', async ({ write }) => {
    const xml = write(writeSamlResponse({ ...facts, attributes: { groups: ['Partners'] } }));
    const person = await read(
      signSamlResponse(xml, { key: attacker.provider, signs: ['assertion', 'response'] }),
    );
    expect(person).toEqual({ nameId: 'guest@firm.test', name: null, groups: ['Partners'] });
  });

  it('reads what is signed twice, with inclusive canonicalization', async () => {
    const { encoded, certificate } = inclusiveResponse;
    const person = await readSamlResponse(encoded, { ...expectation, certificates: [certificate] });
    expect(person.nameId).toBe('guest@firm.test');
    expect(await refusal(readSamlResponse(encoded, expectation))).toMatchObject({
      reason: 'untrusted',
    });
  });

  it('tells a provider that says nothing about groups from one that names none', async () => {
    expect(await read(signed())).toEqual({ nameId: 'guest@firm.test', name: null, groups: null });
    expect((await read(signed({ attributes: { groups: [] } }))).groups).toEqual([]);
  });

  it('takes lines of base64, an XML declaration, and clocks that differ by less than two minutes', async () => {
    const xml = `<?xml version="1.0" encoding="UTF-8"?>\n${signed({ notBeforeMs: 100_000, notOnOrAfterMs: 400_000 })}`;
    const lines = encode(xml).replaceAll(/.{76}/g, '$&\r\n');
    expect((await readSamlResponse(lines, expectation)).nameId).toBe('guest@firm.test');
    expect((await read(signed({ notBeforeMs: -400_000, notOnOrAfterMs: -100_000 }))).nameId).toBe(
      'guest@firm.test',
    );
  });

  it('reads an address whole, in whatever way its characters are written', async () => {
    const nameId = 'owner@firm.test.attacker.test';
    const xml = signed({ nameId }).replace(nameId, 'owner@firm.test&#46;attacker.test');
    expect((await read(xml)).nameId).toBe(nameId);
  });

  it('takes a response of any certificate of the provider', async () => {
    const certificates = [attacker.own.certificate, attacker.provider.certificate];
    const person = await readSamlResponse(encode(signed()), { ...expectation, certificates });
    expect(person.nameId).toBe('guest@firm.test');
  });

  it.each(publishedAttacks)('refuses: $name', async ({ forge, reason }) => {
    expect(await refusal(read(forge(attacker)))).toMatchObject({ reason });
  });

  it.each([
    { what: 'nothing', encoded: '' },
    { what: 'what is no base64', encoded: '<samlp:Response/>' },
    {
      what: 'bytes that are no UTF-8',
      encoded: Buffer.from([0xff, 0xfe, 0x3c]).toString('base64'),
    },
    { what: 'what is no XML', encoded: encode('{"nameId":"owner@firm.test"}') },
    { what: 'an open tag', encoded: encode('<samlp:Response') },
    { what: 'a thousand levels', encoded: encode(`${'<a>'.repeat(1_000)}${'</a>'.repeat(1_000)}`) },
    { what: 'a million bytes', encoded: 'A'.repeat(1_000_000) },
  ])('refuses $what', async ({ encoded }) => {
    expect(await refusal(readSamlResponse(encoded, expectation))).toMatchObject({ reason: 'form' });
  });

  it('says that the provider declined', async () => {
    const xml = writeSamlResponse(facts)
      .replace(/<saml:Assertion[\s\S]*<\/saml:Assertion>/, '')
      .replace('status:Success', 'status:Responder');
    expect(await refusal(read(xml))).toMatchObject({
      reason: 'declined',
      message: expect.stringContaining('Responder'),
    });
  });

  it('never reads another person than the provider signed, whatever is cut, copied or moved', async () => {
    const words = [
      'owner@firm.test',
      '<!---->',
      '<saml:NameID>owner@firm.test</saml:NameID>',
      'ID="_a"',
      '&amp;',
      ' ',
    ];
    const whole = [signed(), signed({}, ['response'])];
    const places = fc.tuple(
      fc.nat(),
      fc.nat(),
      fc.nat(),
      fc.constantFrom(...words),
      fc.nat(3),
      fc.nat(1),
    );
    await fc.assert(
      fc.asyncProperty(places, async ([from, length, to, word, way, which]) => {
        const xml = whole[which] ?? '';
        const tokens = xml.match(/<[^>]*>|[^<]+/g) ?? [];
        const start = from % tokens.length;
        const end = start + (length % 12);
        const piece = tokens.slice(start, end);
        const rest = way === 0 ? tokens : [...tokens.slice(0, start), ...tokens.slice(end)];
        const place = to % (rest.length + 1);
        const added = way === 1 ? [] : way === 2 ? [word] : piece;
        const changed = [...rest.slice(0, place), ...added, ...rest.slice(place)].join('');
        const result = await refusal(read(changed));
        if ('person' in result) expect(result.person).toMatchObject({ nameId: 'guest@firm.test' });
        else expect(result).toHaveProperty('reason');
      }),
    );
  });
});
